const missing = /unknown tool|no such tool|tool\b.{0,80}\b(?:not found|does not exist|unknown)/i;

/** Whether the answer to a call says that there is no tool of that name, so that the list is old. A long text says something else. */
export function saysToolIsMissing(text: string, name: string): boolean {
  return text.length < 500 && text.includes(name) && missing.test(text);
}
