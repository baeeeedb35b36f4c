import type { ApprovalRequest } from './hooks.js';
import type { JsonValue } from './json.js';
import { Redactor } from './redact.js';
import { secretValues } from './secret-values.js';
import { visibleText } from './visible-text.js';

const redactor = new Redactor();

/** What an approver may see of a request, whatever channel shows it; the digest stays that of the true arguments. */
export interface ApproverView {
  /** Without secrets, also those of the arguments, with every hidden character written as `\u{…}`. */
  readonly reasons: readonly string[];
  /** A copy without secrets. */
  readonly arguments: JsonValue;
}

/** Takes the secrets out of a request. Hidden characters are still in the arguments: see `visibleJson`. */
export function approverView({ reasons, arguments: callArguments }: ApprovalRequest): ApproverView {
  // A rule may repeat in its reason what the call holds.
  const knowing = redactor.with(secretValues(callArguments, redactor));
  return { reasons: reasons.map((reason) => visibleText(knowing.text(reason))), arguments: redactor.copy(callArguments) as JsonValue };
}

/**
 * The value with every hidden, direction-changing or control character in its texts and names written as `\u{…}`; line breaks and tabs stay. A text that
 * holds such letters itself has another backslash before them, so that what is shown can be one value only.
 */
export function visibleJson(value: JsonValue): JsonValue {
  if (typeof value === 'string') return visibleLines(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(visibleJson);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [visibleLines(key), visibleJson(member as JsonValue)]));
}

function visibleLines(text: string): string {
  return text
    .replaceAll('\\u{', '\\\\u{')
    .split(/([\n\t])/u)
    .map((part) => (part === '\n' || part === '\t' ? part : visibleText(part)))
    .join('');
}
