import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { instrument } from './instrument.mjs';

let counters = 0;
let port;

/** Receives the port on which the program is told of counters and words. */
export function initialize(data) {
  port = data.port;
}

/** Instruments the built modules of Toolrack's packages; everything else is loaded as it is. */
export async function load(url, context, nextLoad) {
  if (!/\/packages\/[^/]+\/dist\/.*\.js$/u.test(url)) return nextLoad(url, context);
  const { text, words } = instrument(await readFile(fileURLToPath(url), 'utf8'), () => counters++);
  port.postMessage({ counters, words: [...words] });
  return { format: 'module', source: text, shortCircuit: true };
}
