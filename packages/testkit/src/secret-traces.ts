import { fileURLToPath } from 'node:url';

/**
 * Path of a program that is an MCP server and repeats its secrets in every spelling and every place: `node PATH NAME,NAME` takes them from those
 * variables; `node PATH --http` prints its address and takes them from the headers and the query of the requests.
 */
export const echoingServer = fileURLToPath(new URL('../servers/echoing-server.mjs', import.meta.url));

/** Longest piece of a secret that may be left over, in characters: less than it takes to guess the rest. */
const longestRest = 5;

/**
 * Where secrets are still to be seen in a text, whatever hid them: plain pieces of six characters, or such pieces after the text was read as an address,
 * as escaped JSON, as hexadecimal, or as Base64 from any position. Independent of how secrets are hidden, so that a test does not ask the same code twice.
 */
export function secretTraces(text: string, secrets: readonly string[]): readonly string[] {
  const views: Readonly<Record<string, string>> = {
    plain: text,
    address: text.replace(/(?:%[0-9a-f]{2})+/giu, (codes) => Buffer.from(codes.replaceAll('%', ''), 'hex').toString()),
    escaped: text.replace(/\\+u([0-9a-f]{4})/giu, (_whole, code: string) => String.fromCharCode(parseInt(code, 16))).replace(/\\+/gu, ''),
    hexadecimal: (text.match(/[0-9a-f]{12,}/giu) ?? [])
      .flatMap((run) => [run, run.slice(1)].map((one) => Buffer.from(one, 'hex').toString('latin1')))
      .join('\n'),
    base64: (text.match(/[A-Za-z0-9+/_-]{8,}/gu) ?? [])
      .flatMap((run) => [0, 1, 2, 3].map((skip) => Buffer.from(run.slice(skip), 'base64').toString('latin1')))
      .join('\n'),
  };
  return secrets.flatMap((secret) => {
    const plain = Buffer.from(secret).toString('latin1');
    const pieces = new Set(
      [secret, plain].flatMap((one) =>
        Array.from({ length: Math.max(1, one.length - longestRest) }, (_, at) => one.slice(at, at + longestRest + 1)),
      ),
    );
    return Object.entries(views).flatMap(([view, seen]) => {
      const piece = [...pieces].find((one) => seen.includes(one));
      const at = piece === undefined ? -1 : seen.indexOf(piece);
      return piece === undefined ? [] : [`${view}: ${JSON.stringify(seen.slice(Math.max(0, at - 60), at + 60))}`];
    });
  });
}
