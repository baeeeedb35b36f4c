// The suite imports `globSync` from `fs`, which Node.js 20 does not have, for a command that is not used here.
import * as fs from 'node:fs';

export * from 'node:fs';
export { default } from 'node:fs';
export const globSync =
  fs.globSync ??
  (() => {
    throw new Error('fs.globSync needs Node.js 22.');
  });
