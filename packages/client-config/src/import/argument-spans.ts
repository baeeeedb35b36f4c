import { holdsSecret, isHarmless } from './secret-detection.js';
import { shiftSpans, type SecretSpan } from './secret-span.js';
import { secretSpans } from './secret-spans.js';
import { attachedSecret, isShortSecret } from './short-flags.js';

/** Programs whose own short flags are known to hold no secret; what comes behind their first word belongs to another program. */
const runners =
  /^(?:npx|npm|pnpm|pnpx|bunx?|yarn|uvx?|pipx|node|deno|tsx|ts-node|python[\d.]*|py|ruby|php|java|dotnet|go|cargo|docker|podman|nerdctl|ssh|curl|wget|sh|bash|zsh|cmd|powershell|pwsh|env|sudo)(?:\.(?:exe|cmd|bat|ps1))?$/iu;
/** Programs whose `-t`, `-s`, `-a` and the like are switches everywhere. */
const containers = /^(?:docker|podman|nerdctl|ssh|curl|wget)(?:\.exe)?$/iu;

/**
 * The secrets in the arguments of a program, by argument: values behind `--api-key`, `-p`, in `--token=…`, `-pVALUE`, `NAME=…`, `--env NAME=…`, headers,
 * JSON, addresses, `-u user:password`.
 */
export function argumentSpans(command: string, texts: readonly string[]): readonly (readonly SecretSpan[])[] {
  const program = command.split(/[/\\]/u).at(-1) ?? '';
  let isOwn = runners.test(program);
  return texts.map((text, index) => {
    const before = texts[index - 1] ?? '';
    const isPositional = !text.startsWith('-');
    const takesShort = !isOwn && !(containers.test(program) && /^-[tsaPkwW]$/u.test(before));
    if (isPositional) isOwn = false;
    return spansOfArgument(text, before, takesShort);
  });
}

function spansOfArgument(text: string, before: string, takesShort: boolean): readonly SecretSpan[] {
  const flag = /^--?(?<name>[A-Za-z][\w.-]*)$/u.exec(before)?.groups?.['name'];
  // A switch that follows a flag is no value of it.
  const behind = flag !== undefined && !text.startsWith('-') ? flag : undefined;
  const assigned = /^--?(?<name>[A-Za-z][\w.-]*)=(?<value>.*)$/su.exec(text)?.groups as { name: string; value: string } | undefined;
  if (assigned !== undefined) return assignedSpans(text, assigned);
  const attached = takesShort ? attachedSecret(text) : undefined;
  if (attached !== undefined) return [{ start: 2, end: text.length, name: attached.letter }];
  if (behind === undefined) return secretSpans('', text);
  if (/^(?:u|U|user|userpwd|proxy-user|basic-auth|login)$/u.test(behind)) return passwordSpans(text);
  if (behind.length === 1 && takesShort && !/[=:{\s]/u.test(text)) {
    return isShortSecret(behind, text) ? [{ start: 0, end: text.length, name: behind }] : secretSpans('', text);
  }
  return shiftSpans(secretSpans(behind, text), 0, behind);
}

function assignedSpans(text: string, { name, value }: { readonly name: string; readonly value: string }): readonly SecretSpan[] {
  // `-eNAME=value` is docker's `-e NAME=value`.
  const variable = /^e(?<name>[A-Z_][A-Z\d_]*)$/u.exec(name)?.groups?.['name'];
  const start = text.length - value.length;
  const known = variable ?? name;
  if (/^(?:user|userpwd|proxy-user|basic-auth)$/u.test(known)) return shiftSpans(passwordSpans(value), start);
  const spans = secretSpans(known, value);
  return shiftSpans(
    variable === undefined ? spans : spans.map((span) => (span.name === '' ? { ...span, isVariable: true } : span)),
    start,
    known,
  );
}

/** The password in `user:password`. */
function passwordSpans(text: string): readonly SecretSpan[] {
  const colon = text.indexOf(':');
  const password = text.slice(colon + 1);
  const isPair = colon > 0 && !/[\s/]/u.test(text) && password !== text.slice(0, colon) && !isHarmless(password);
  if (isPair) return [{ start: colon + 1, end: text.length, name: 'password' }];
  return holdsSecret(text) ? secretSpans('', text) : [];
}
