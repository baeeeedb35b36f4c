import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

import { SecretFormMask } from '@toolrack/contracts';

const benchmarks = new URL('../../../benchmarks/', import.meta.url);
const files = [
  'poison/data/',
  'ranking/data/bfcl/',
  'ranking/data/mcp-agent/',
  'ranking/data/metatool/',
  'ranking/data/sealtools/',
].flatMap((folder) =>
  readdirSync(new URL(folder, benchmarks))
    .filter((name) => /\.jsonl(?:\.gz)?$/u.test(name))
    .map((name) => new URL(folder + name, benchmarks)),
);

function textOf(file: URL): string {
  const bytes = readFileSync(file);
  return (file.pathname.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

describe('definitions of real and hostile servers', () => {
  it('are left as they are, every one [issue7:6]', () => {
    const mask = new SecretFormMask((name) => `<${name}>`);
    const rows = files.flatMap((file) => textOf(file).split('\n').filter(Boolean));
    const changed = rows.filter((row) => {
      const value: unknown = JSON.parse(row);
      return mask.within(value) !== value;
    });
    expect(rows.length).toBeGreaterThan(10_000);
    expect(changed).toEqual([]);
  });
});
