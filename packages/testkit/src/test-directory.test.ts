import type { Directory, DirectoryListing, DirectoryRequest } from '@toolrack/contracts';
import { collectSuite, testDirectory, type SuiteRunner } from './index.js';

const most = (): number => 4000;
const oneLine = (text: string): string =>
  text
    .replace(/\p{Cs}/gu, '?')
    .replace(/[\s\u0085]+/gu, ' ')
    .trim();

/** Rows until a fixed budget is used, written for clarity. */
function draw({ entries, deferred, guidance }: DirectoryRequest): DirectoryListing {
  if (deferred === 0) return { text: '', form: 'none', listed: 0, omitted: 0 };
  const rows: string[] = [];
  let used = 200;
  for (const { callName, description } of entries) {
    const row = `- ${callName}: ${[...oneLine(description)].slice(0, 60).join('')}`;
    if (used + row.length + 1 > most()) break;
    used += row.length + 1;
    rows.push(row);
  }
  const omitted = deferred - rows.length;
  return {
    text: [...rows, omitted === 0 ? guidance.complete : guidance.partial].join('\n'),
    form: omitted === 0 ? 'full' : 'mixed',
    listed: rows.length,
    omitted,
  };
}
const directory = (
  change: (listing: DirectoryListing, request: DirectoryRequest) => DirectoryListing = (listing) => listing,
): Directory => ({
  name: 'plain',
  render: (request) => change(draw(request), request),
});

testDirectory({ name: 'the plain directory', create: () => directory(), mostCharacters: most });

describe('testDirectory', () => {
  let turn = 0;
  it.each<[string, () => Directory, RegExp]>([
    ['miscounts', () => directory((listing) => ({ ...listing, omitted: 0 })), /all deferred/u],
    [
      'counts rows that are not there',
      () =>
        directory((listing, { entries, deferred }) => ({
          ...listing,
          text: '',
          listed: entries.length,
          omitted: deferred - entries.length,
        })),
      /are named/u,
    ],
    ['adds a time stamp', () => directory((listing) => ({ ...listing, text: `${listing.text}\n${String(turn++)}` })), /other bytes/u],
    ['ignores its budget', () => directory((listing) => ({ ...listing, text: listing.text + 'x'.repeat(5000) })), /characters of 4000/u],
    [
      'shows reasons of sources',
      () => directory((listing, { sources }) => ({ ...listing, text: listing.text + JSON.stringify(sources) })),
      /stay out of the prompt/u,
    ],
    [
      'keeps line breaks of descriptions',
      () =>
        directory((listing, { entries }) => ({ ...listing, text: listing.text + entries.map(({ description }) => description).join('') })),
      /made the line/u,
    ],
    [
      'forgets the guidance',
      () =>
        directory((listing, { guidance }) => ({
          ...listing,
          text: listing.text.replace(guidance.partial, '').replace(guidance.complete, ''),
        })),
      /lacks GUIDANCE/u,
    ],
    [
      'gives the wrong guidance',
      () => directory((listing, { guidance }) => ({ ...listing, text: listing.text.replace(guidance.partial, guidance.complete) })),
      /lacks GUIDANCE|says GUIDANCE/u,
    ],
    ['names untrusted tools', () => directory((listing) => ({ ...listing, listed: 1 })), /all deferred/u],
    [
      'changes the request',
      () =>
        directory((listing, { entries }) => {
          (entries as unknown[]).reverse();
          return listing;
        }),
      /changed|other bytes/u,
    ],
    [
      'throws on hostile text',
      () =>
        directory((listing, { entries }) => {
          if (entries.some(({ description }) => description.includes('\u0000'))) throw new Error('broken');
          return listing;
        }),
      /broken/u,
    ],
    [
      'cuts emoji in half',
      () =>
        directory((listing, { entries }) => ({
          ...listing,
          text: listing.text + (entries.some(({ description }) => description.startsWith('👩')) ? '👩'.slice(0, 1) : ''),
        })),
      /half an emoji/u,
    ],
  ])('fails a directory that %s', async (_name, create, message) => {
    const outcomes = await collectSuite((runner) => {
      testDirectory({ name: 'mutant', create, mostCharacters: most, runner });
    });
    expect(outcomes.map(({ error }) => String(error)).join('\n')).toMatch(message);
  });
  it.each([
    [{ budget: 3 }, /unknown key "budget"/u],
    [{ create: undefined }, /lacks the key "create"/u],
    [{ mostCharacters: 3 }, /must be a function/u],
  ])('refuses the options %#', (options, message) => {
    const runner: SuiteRunner = { describe: (_name, body) => body(), it: () => undefined };
    expect(() => testDirectory({ name: 'x', create: () => directory(), runner, ...options } as never)).toThrow(message);
  });
});
