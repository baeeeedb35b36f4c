import type { JsonObject } from '@toolrack/contracts';

import { caseRun, textOf, type CaseTool, type Delivered, type presets } from '../test/case-runtime.js';

const text = { type: 'string' };
const tool = (server: string, name: string, description: string, properties: JsonObject, required: string[]): CaseTool => ({
  name,
  description,
  server,
  inputSchema: { type: 'object', properties, required },
});
const tools: readonly CaseTool[] = [
  tool('core', 'exec', 'Run a shell command.', { command: text, cwd: text, timeoutMs: { type: 'integer' } }, ['command']),
  tool('core', 'read_file', 'Read a file.', { path: text, offset: { type: 'integer' }, limit: { type: 'integer' } }, ['path']),
  tool('tasks', 'task_update', 'Change a task.', { id: text, name: text, status: { ...text, enum: ['open', 'done'] } }, ['id']),
  tool('tasks', 'task_get', 'Read a task.', { id: text }, ['id']),
  tool(
    'db',
    'run_query',
    'Run a saved query.',
    { input: { type: 'object', properties: { sql: text }, required: ['sql'] }, args: { type: 'array', items: text } },
    ['input'],
  ),
];
/** With a core tool of that name a model can read skills. */
const reader = tool('core', 'read', 'Read a skill or a file.', { path: text }, ['path']);

/** A report: what a model sent to `tool_call`, and what must come of it. */
interface ShapeCase {
  readonly title: string;
  /** The presets in whose dialect it was sent. */
  readonly under: readonly (keyof typeof presets)[];
  readonly sent: JsonObject;
  readonly deliver?: readonly Delivered[];
  /** Words that a rejection must have; with `deliver` either is right. */
  readonly rejected?: readonly RegExp[];
  readonly code?: string;
  readonly skills?: Readonly<Record<string, string>>;
}

const openclawDialect = ['standard', 'openclaw'] as const;
const hermesDialect = ['hermes', 'standard'] as const;

/** Names of tools as they are called in the dialect of Hermes. */
const inHermes = (sent: JsonObject): JsonObject =>
  JSON.parse(JSON.stringify(sent).replaceAll('read_file', 'mcp__files__read_file')) as JsonObject;

describe.each(
  (
    [
      {
        title: 'arguments written beside the id are taken [args-shape-051]',
        under: openclawDialect,
        sent: { id: 'exec', command: 'ls -la', cwd: '/srv/app' },
        deliver: [{ tool: 'exec', arguments: { command: 'ls -la', cwd: '/srv/app' } }],
      },
      {
        title: 'id and name inside args belong to the tool [args-shape-052]',
        under: openclawDialect,
        sent: { id: 'task_update', args: { id: 'T-17', name: 'write docs', status: 'done' } },
        deliver: [{ tool: 'task_update', arguments: { id: 'T-17', name: 'write docs', status: 'done' } }],
      },
      {
        title: 'dotted keys are put together [args-shape-055]',
        under: openclawDialect,
        sent: { id: 'read_file', 'args.path': 'notes/today.md', 'args.limit': 40 },
        deliver: [{ tool: 'read_file', arguments: { path: 'notes/today.md', limit: 40 } }],
      },
      {
        title: 'calls as the text of a JSON list are read [args-shape-057]',
        under: hermesDialect,
        sent: { calls: '[{"name": "read_file", "arguments": {"path": "a.txt"}}]' },
        deliver: [{ tool: 'read_file', arguments: { path: 'a.txt' } }],
      },
      {
        title: 'two local calls run in order, or the first is restated and the rest counted [args-shape-060]',
        under: hermesDialect,
        sent: {
          calls: [
            { name: 'read_file', arguments: { path: 'a.txt' } },
            { name: 'read_file', arguments: { path: 'b.txt' } },
          ],
        },
        deliver: [
          { tool: 'read_file', arguments: { path: 'a.txt' } },
          { tool: 'read_file', arguments: { path: 'b.txt' } },
        ],
        rejected: [/read_file/u, /a\.txt/u, /other/u],
      },
      {
        title: 'the arguments of an entry as JSON text are read [args-shape-061]',
        under: hermesDialect,
        sent: { calls: [{ name: 'read_file', arguments: '{"path":"a.txt","limit":5}' }] },
        deliver: [{ tool: 'read_file', arguments: { path: 'a.txt', limit: 5 } }],
      },
      {
        title: 'arguments that decode to a text are rejected before the server [args-shape-063]',
        under: openclawDialect,
        sent: { id: 'read_file', args: '"a.txt"' },
        rejected: [/object/u],
        code: 'ERR_CALL_ARGUMENTS',
      },
      {
        title: 'arguments that decode to null are rejected before the server [args-shape-065]',
        under: openclawDialect,
        sent: { id: 'read_file', args: 'null' },
        rejected: [/object|path/u],
        code: 'ERR_CALL_ARGUMENTS',
      },
      {
        title: 'the name of a skill is no tool, and leads to its instructions [args-shape-067]',
        under: openclawDialect,
        sent: { id: 'deploy-runbook', args: {} },
        rejected: [/deploy-runbook/u, /is a skill, not a tool/u, /skills\/deploy-runbook\/SKILL\.md/u],
        code: 'ERR_TOOL_UNKNOWN',
        skills: { 'deploy-runbook': 'skills/deploy-runbook/SKILL.md' },
      },
    ] satisfies ShapeCase[]
  ).map((each: ShapeCase) => [each.title, each] as const),
)('%s', (_title, { under, sent, deliver, rejected, code, skills }) => {
  it.each(under)('under %s()', async (preset) => {
    const isHermes = preset === 'hermes';
    // Hermes shows its own read_file directly, so there it is a server's.
    const servers = isHermes ? tools.map((each) => (each.server === 'core' ? { ...each, server: 'files' } : each)) : [...tools, reader];
    await using given = await caseRun(preset, servers, skills);
    const answer = await given.run.call({ name: 'tool_call', arguments: isHermes ? inHermes(sent) : sent });
    if (given.delivered.length > 0) {
      expect(given.delivered).toEqual(deliver);
      expect(answer.isError).toBe(false);
      return;
    }
    expect([answer.isError, textOf(answer), rejected !== undefined]).toEqual([true, expect.any(String), true]);
    for (const pattern of rejected ?? []) expect(textOf(answer)).toMatch(pattern);
    if (code !== undefined) expect(answer.details).toMatchObject({ error: { code } });
  });
});
