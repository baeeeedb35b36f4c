// Stands for a model behind an OpenAI-style chat API: the same requests and answers, but the decisions come from a script.
// It reads what the tools answered, as a model does, so nothing here knows an id in advance.

/** Answers `{ message }` for `{ messages, tools }`, like one choice of `chat.completions`. */
export function scriptedModel() {
  let calls = 0;
  const callTool = (name, parameters) => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ id: `call_${++calls}`, type: 'function', function: { name, arguments: JSON.stringify(parameters) } }],
  });
  return {
    async complete({ messages, tools }) {
      const available = new Set(tools.map((tool) => tool.function.name));
      for (const name of ['tool_search', 'tool_describe', 'tool_call']) {
        if (!available.has(name)) throw new Error(`the model was not given ${name}`);
      }
      const answers = messages.filter((message) => message.role === 'tool').map((message) => message.content);
      switch (answers.length) {
        case 0:
          return { message: callTool('tool_search', { query: 'sum of two numbers', limit: 3 }) };
        case 1:
          return { message: callTool('tool_describe', { id: idIn(answers[0]) }) };
        case 2: {
          const [first, second] = messages
            .find((message) => message.role === 'user')
            .content.match(/\d+/gu)
            .map(Number);
          return { message: callTool('tool_call', { id: idIn(answers[0]), args: { a: first, b: second } }) };
        }
        default:
          return { message: { role: 'assistant', content: `The tool says: ${JSON.parse(answers[2]).result.content[0].text}` } };
      }
    },
  };
}

/** The first tool id in the text of a search answer. */
function idIn(text) {
  const id = /"id":\s*"([^"]+)"/u.exec(text)?.[1];
  if (id === undefined) throw new Error(`no tool in: ${text}`);
  return id;
}
