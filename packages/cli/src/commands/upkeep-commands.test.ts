import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { CommandContext } from '../command-context.js';
import { activity } from './activity.js';
import { migrate } from './migrate.js';
import { probe } from './probe.js';

/** A context that keeps what a command writes. */
function recording(isJson = false): {
  context: CommandContext;
  printed: () => string;
  notes: string[];
  json: () => Record<string, unknown>;
} {
  const parts: string[] = [];
  const notes: string[] = [];
  let value: unknown;
  const terminal = {
    print: (text: string) => void parts.push(text),
    printJson: (given: unknown) => {
      value = given;
    },
    note: (line: string) => void notes.push(line),
    progress: () => undefined,
    width: undefined,
  };
  const context = { configurationFile: undefined, isJson, terminal, signal: new AbortController().signal } as unknown as CommandContext;
  return { context, printed: () => parts.join(''), notes, json: () => value as Record<string, unknown> };
}

describe('upkeep commands', () => {
  const text = `{
  // the old way
  "tools": { "toolSearch": { "mode": "code", "codeTimeoutMs": 5000 } }
}
`;
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolrack-upkeep-'));
    file = join(folder, 'openclaw.json');
    writeFileSync(file, text);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('shows the changes and writes nothing unless told [openclaw:26b.3]', async () => {
    const { context, printed } = recording();
    expect(await migrate(context, 'openclaw', file, { write: false })).toBe(0);
    expect(printed()).toBe(`${file}

  {
    // the old way
-   "tools": { "toolSearch": { "mode": "code", "codeTimeoutMs": 5000 } }
+   "tools": { "toolSearch": { "mode": "tools" } }
  }


tools.toolSearch.mode: "code" → "tools" (the code mode is retired; tools is the structured search)
tools.toolSearch.codeTimeoutMs: removed (only the retired code mode read it)

Nothing was written. Add --write to change the file.
`);
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(existsSync(`${file}.bak`)).toBe(false);
  });

  it('writes when told, keeps a copy, and has nothing to do the second time [openclaw:26b.3]', async () => {
    const first = recording(true);
    await migrate(first.context, 'openclaw', file, { write: true });
    expect(first.json()).toMatchObject({ written: true, backup: `${file}.bak`, changes: [{ key: 'mode' }, { key: 'codeTimeoutMs' }] });
    expect(readFileSync(`${file}.bak`, 'utf8')).toBe(text);
    expect(readFileSync(file, 'utf8')).toBe(text.replace('"code", "codeTimeoutMs": 5000', '"tools"'));
    const second = recording();
    expect(await migrate(second.context, 'openclaw', file, { write: true })).toBe(0);
    expect(second.printed()).toBe(`${file}: nothing to migrate.\n`);
    expect(existsSync(`${file}.previous.bak`)).toBe(false);
  });

  it('says what it cannot read', async () => {
    const { context } = recording();
    writeFileSync(file, '{ tools 1 }');
    const run = (path: string, from = 'openclaw') => migrate(context, from, path, { write: true });
    await expect(run(file)).rejects.toThrow('not valid JSON5');
    await expect(run(join(folder, 'missing.json'))).rejects.toMatchObject({
      code: 'ERR_CONFIG_FILE',
      message: expect.stringContaining('Cannot read'),
    });
    await expect(run('x.mjs')).rejects.toThrow('is a program');
    await expect(run(file, 'claude')).rejects.toThrow('it is openclaw or hermes');
    await expect(migrate(context, 'openclaw', file, { write: true, force: true })).rejects.toThrow('--out and --force are for');
    expect(readFileSync(file, 'utf8')).toBe('{ tools 1 }');
  });

  it('makes a new file from a configuration of Hermes, shown without its secrets unless written', async () => {
    const hermes = join(folder, 'config.yaml');
    const out = join(folder, 'toolrack.json');
    writeFileSync(hermes, 'tools: { tool_search: false }\nmcp_servers: { a: { command: x, env: { A_TOKEN: hunter2 } } }\n');
    const preview = recording();
    expect(await migrate(preview.context, 'hermes', hermes, { write: false, out })).toBe(0);
    expect(preview.printed()).toContain('"A_TOKEN": "***"');
    expect(preview.printed()).toContain('tools.tool_search: → tool_search\n');
    expect(preview.printed()).toMatch(/Nothing was written\. Add --write to write the file\.\n$/u);
    expect(existsSync(out)).toBe(false);
    const written = recording(true);
    await migrate(written.context, 'hermes', hermes, { write: true, out });
    expect(written.json()).toMatchObject({ written: true, target: out, configuration: { preset: 'hermes' } });
    expect(JSON.stringify(written.json())).not.toContain('hunter2');
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({ tool_search: false, mcpServers: { a: { env: { A_TOKEN: 'hunter2' } } } });
    expect(statSync(out).mode & 0o777).toBe(0o600);
  });

  it('never replaces a file without being asked, and keeps a copy when it is', async () => {
    const hermes = join(folder, 'config.json');
    const out = join(folder, 'toolrack.json');
    writeFileSync(hermes, '{ "mcp_servers": { "a": { "command": "x" } } }');
    writeFileSync(out, '{ "mine": true, "mcpServers": { "b": { "env": { "A_TOKEN": "hunter2" } } } }');
    const run = recording();
    await expect(migrate(run.context, 'hermes', hermes, { write: true, out })).rejects.toThrow(
      'exists already; nothing was written. Add --force',
    );
    expect(await migrate(run.context, 'hermes', hermes, { write: false, out })).toBe(0);
    expect(run.printed()).toContain('-   "mine": true');
    expect(run.printed()).toContain('and --force to replace the one that is there');
    expect(run.printed()).not.toContain('hunter2');
    expect(readFileSync(out, 'utf8')).toContain('mine');
    const forced = recording(true);
    await migrate(forced.context, 'hermes', hermes, { write: true, force: true, out });
    expect(forced.json()).toMatchObject({ written: true, backup: `${out}.bak` });
    expect(readFileSync(`${out}.bak`, 'utf8')).toContain('mine');
    const again = recording();
    expect(await migrate(again.context, 'hermes', hermes, { write: true, out })).toBe(0);
    expect(again.printed()).toMatch(/The file is like that already\.\n$/u);
    await expect(migrate(again.context, 'hermes', hermes, { write: true, out: join(folder, 'x.yaml') })).rejects.toThrow('ends in .json');
  });

  it('reads a log by name, filters by run, and says what it skipped', async () => {
    const log = join(folder, 'activity.jsonl');
    const lines = [
      { type: 'run', at: 1, runId: 'run-1', scopeId: 'a', scope: {}, tools: 5, visible: 3, digest: 'd' },
      { type: 'loss', at: 2, records: 4 },
    ];
    writeFileSync(log, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"cut`);
    const all = recording();
    expect(await activity(all.context, { file: log, run: undefined })).toBe(0);
    expect(all.printed()).toContain('run-1');
    expect(all.printed()).toContain('Calls\n(none)');
    expect(all.notes).toEqual(['1 lines are no records and were skipped.', '4 records could not be written.']);
    const other = recording();
    expect(await activity(other.context, { file: log, run: 'run-9' })).toBe(1);
    expect(other.notes[0]).toContain('There is no run "run-9"');
    const forPrograms = recording(true);
    expect(await activity(forPrograms.context, { file: log, run: 'run-9' })).toBe(1);
    expect(forPrograms.json()).toEqual({ file: log, runs: [], unreadable: 1 });
    await expect(activity(all.context, { file: join(folder, 'none'), run: undefined })).rejects.toThrow('does not exist');
  });

  it('skips the probe for programs too', async () => {
    const { context, json } = recording(true);
    expect(await probe(context, { model: undefined, environment: {} })).toBe(0);
    expect(json()).toMatchObject({ skipped: true, reason: expect.stringContaining('OPENAI_API_KEY') });
  });
});
