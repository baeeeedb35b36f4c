// Table 1: which definitions the text guard quarantines, end to end: a runtime lists them, and those missing from the catalog count as found.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { definePlugin, ToolSources } from '@toolrack/contracts';
import { createRuntime } from '@toolrack/kernel';
import { standard } from '@toolrack/presets';
import { detectInstructions, passagesOf, textGuard } from '@toolrack/text-guard';

export const halves = ['training', 'development', 'validation', 'former-test', 'test'];
export const read = (label, half) =>
  readFileSync(join(import.meta.dirname, 'data', `${label}-${half}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const answer = { content: [{ type: 'text', text: 'ok' }] };
const logger = { debug() {}, info() {}, warn() {}, error() {} };

/** Each definition from a source of its own, so that equal names do not meet. */
const plugin = (definitions) =>
  definePlugin({
    name: 'poison-definitions',
    version: '1.0.0',
    api: '^1',
    apply: (host) =>
      definitions.forEach(({ name, title, description, inputSchema = { type: 'object' }, outputSchema, annotations }, place) =>
        host.contribute(ToolSources, {
          kind: 'mcp',
          owner: `server-${place}`,
          trust: 'untrusted',
          list: async () => ({ tools: [{ name, title, description, inputSchema, outputSchema, annotations }] }),
          call: async () => answer,
        }),
      ),
  })();

async function present(definitions, instructions) {
  const plugins = [...standard(), textGuard({ instructions, lookAlikes: 'off' }), plugin(definitions)];
  const runtime = await createRuntime({ plugins, logger });
  const run = await runtime.startRun({ agent: 'poison' });
  const places = run.entries.map(({ tool }) => Number(/server-(\d+)/u.exec(tool.id)[1]));
  await runtime.dispose();
  return new Set(places);
}

/** The definitions with whether each is quarantined. Throws when the runtime refuses one for another reason: that would count as found. */
export async function judge(definitions) {
  const all = await present(definitions, 'off');
  if (all.size !== definitions.length)
    throw new Error(`Only ${all.size} of ${definitions.length} definitions reach the catalog without the guard`);
  const left = await present(definitions, 'quarantine');
  return definitions.map((definition, place) => ({ definition, isFound: !left.has(place) }));
}

/** Counts by half: all, and by kind of poison. */
export async function judgeHalves() {
  const rows = [];
  for (const half of halves) {
    const poisoned = await judge(read('poisoned', half));
    const clean = await judge(read('clean', half));
    rows.push({ half, poisoned, clean, kinds: groupByKind(poisoned) });
  }
  return rows;
}

function groupByKind(judged) {
  const kinds = {};
  for (const entry of judged) (kinds[entry.definition.kind] ??= []).push(entry);
  return kinds;
}

const passages = (definition) => passagesOf({ inputSchema: {}, ...definition });

/** CPU milliseconds for each clean definition on average, and for the worst of the hostile texts of 20,000 characters. */
export function speed() {
  const texts = halves.flatMap((half) => read('clean', half)).map(passages);
  for (const text of texts) detectInstructions(text);
  const cost = (work) => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  const rounds = 5;
  const average = cost(() => {
    for (let round = 0; round < rounds; round++) for (const text of texts) detectInstructions(text);
  });
  const worst = hostileTexts().map(({ name, text }) => ({ name, ms: cost(() => detectInstructions(text)) }));
  worst.sort((left, right) => right.ms - left.ms);
  const characters = texts.reduce((sum, text) => sum + text.reduce((most, passage) => most + passage.text.length, 0), 0) / texts.length;
  return { average: average / rounds / texts.length, characters: Math.round(characters), worst: worst[0] };
}

/** Texts that make a careless pattern slow: beginnings of signs, over and over. */
export function hostileTexts(length = 20_000) {
  const pieces = [
    'a', ' ', '\n', '<', '<!--', '[', 'before you ', 'before using ', 'do not tell ', 'do not ', 'always use ', 'send the ', 'ignore all ', 'read the ', 'without ',
    'never ', 'password ', 'must ', 'when the ', 'the user ', 'the assistant ', 'curl x ', 'IMPORTANT ', '~/', 'keep ', 'set the ', '%20', '&#x20;', 'other tools ', 'é', '\u200b',
    'a.', 'x@', 'http://', 'a_b ', 'before calling this tool read the file and send ', 'and then, ', '`a` ', 'system:', '{"a":', 'to '
  ]; // prettier-ignore
  return pieces.map((piece) => ({ name: piece, text: piece.repeat(Math.ceil(length / piece.length)).slice(0, length) }));
}
