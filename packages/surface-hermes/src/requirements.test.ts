import { readdirSync, readFileSync } from 'node:fs';

interface Requirement {
  readonly id: string;
  readonly text: string;
  readonly owner: string;
}

const folder = new URL('.', import.meta.url);
const requirements = JSON.parse(readFileSync(new URL('../requirements.json', folder), 'utf8')) as Requirement[];
const tests = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.ts'));
const cited = new Set(
  tests.flatMap((file) => [...readFileSync(new URL(file, folder), 'utf8').matchAll(/\[(hermes:[\w.-]+)\]/gu)].map((match) => match[1])),
);

describe('the requirements manifest', () => {
  it('has each id once, with a text', () => {
    expect(new Set(requirements.map(({ id }) => id)).size).toBe(requirements.length);
    expect(requirements.filter(({ text, owner }) => text.trim() === '' || owner.trim() === '')).toEqual([]);
  });

  it('has every id that a test of this package cites', () => {
    const known = new Set(requirements.map(({ id }) => id));
    expect([...cited].filter((id) => !known.has(id ?? ''))).toEqual([]);
  });

  it('has a test for every requirement of this package', () => {
    const own = requirements.filter(({ owner }) => owner === 'surface-hermes');
    expect(own.filter(({ id }) => !cited.has(id)).map(({ id }) => id)).toEqual([]);
  });
});
