import type { JsonObject, JsonSchema } from '@toolrack/contracts';

import { caseRun, textOf, type CaseTool } from '../test/case-runtime.js';

const text = { type: 'string' };
const object = (properties: JsonObject, required: readonly string[] = [], more: JsonObject = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...(required.length === 0 ? {} : { required: [...required] }),
  ...more,
});

/** A report: the schema, what a model sent, and what must come of it. */
interface ValueCase {
  readonly title: string;
  readonly schema: JsonSchema;
  readonly sent: JsonObject;
  /** What the server must get. */
  readonly deliver?: JsonObject;
  /** Words that a rejection must have; with `deliver` either is right. */
  readonly rejected?: readonly string[];
  /** Hermes leaves null alone, so its preset rejects it with these words. */
  readonly rejectedByHermes?: readonly string[];
}

describe.each(['standard', 'hermes'] as const)('values of arguments under %s()', (preset) => {
  it.each(
    (
      [
        {
          title: 'a list sent as the text of a JSON list is delivered as a list [args-value-069]',
          schema: object({ names: { type: 'array', items: text }, replace: { type: 'boolean' } }, ['names']),
          sent: { names: '["cube","cone"]' },
          deliver: { names: ['cube', 'cone'] },
        },
        {
          title: 'a text that happens to be JSON stays that text [args-value-070]',
          schema: object({ key: text, data: { ...text, description: 'JSON text' } }, ['key', 'data']),
          sent: { key: 'a', data: '{"k": 1}' },
          deliver: { key: 'a', data: '{"k": 1}' },
        },
        {
          title: 'numbers sent as text are delivered as numbers [args-value-072]',
          schema: object({ depth: { type: 'integer' }, time: { type: 'number' } }),
          sent: { depth: '3', time: '0.5' },
          deliver: { depth: 3, time: 0.5 },
        },
        {
          title: 'a fraction for an integer is rejected and never rounded [args-value-074]',
          schema: object({ limit: { type: 'integer', minimum: 1, maximum: 100 } }),
          sent: { limit: '3.7' },
          rejected: ['limit', 'integer'],
        },
        {
          title: 'a text that looks like a number stays text where text is asked for [args-value-076]',
          schema: object({ file: text, sheet_name: text }, ['file', 'sheet_name']),
          sent: { file: 'a.xlsx', sheet_name: '1' },
          deliver: { file: 'a.xlsx', sheet_name: '1' },
        },
        {
          title: 'a number where text is wanted is rejected with its nested place [args-value-078]',
          schema: object(
            {
              predicates: {
                type: 'array',
                items: object({ member: text, operator: text, value: text }, ['member', 'operator', 'value']) as JsonObject,
              },
            },
            ['predicates'],
          ),
          sent: { predicates: [{ member: 'user', operator: '=', value: 2662 }] },
          deliver: { predicates: [{ member: 'user', operator: '=', value: '2662' }] },
          rejected: ['predicates', '0', 'value', 'string'],
        },
        {
          title: 'the text false is delivered as false [args-value-080]',
          schema: object({ name: text, force: { type: 'boolean', default: false } }, ['name']),
          sent: { name: 'x', force: 'false' },
          deliver: { name: 'x', force: false },
        },
        {
          title: 'null for an optional parameter is left out [args-value-082]',
          schema: object({ file: text, symbol: text, scope: text }, ['file', 'symbol']),
          sent: { file: 'a.go', symbol: 'F', scope: null },
          deliver: { file: 'a.go', symbol: 'F' },
          rejectedByHermes: ['arguments.scope', 'string'],
        },
        {
          title: 'null for a required parameter is rejected at its place [args-value-084]',
          schema: object({ id: text, title: text }, ['id']),
          sent: { id: null, title: 'x' },
          rejected: ['id'],
        },
        {
          title: 'optional parameters with the default null are not demanded [args-value-086]',
          schema: object({
            fields: { anyOf: [{ type: 'array', items: text }, { type: 'null' }], default: null },
            area: { anyOf: [text, { type: 'null' }], default: null },
          }),
          sent: { area: 'kitchen' },
          deliver: { area: 'kitchen' },
        },
        {
          title: 'an empty text that fits no branch of an optional parameter is left out or rejected at its place [args-value-088]',
          schema: object({ project_id: text, assignee_id: { anyOf: [{ type: 'integer' }, { enum: ['none', 'any'] }] }, search: text }, [
            'project_id',
          ]),
          sent: { project_id: '9', assignee_id: '' },
          deliver: { project_id: '9' },
          rejected: ['assignee_id'],
        },
        {
          title: 'null against an enum that forgot it is left out [args-value-090]',
          schema: object({ my_enum: { type: ['null', 'string'], default: null, enum: ['FOO', 'BAR'] } }),
          sent: { my_enum: null },
          deliver: {},
          rejectedByHermes: ['arguments.my_enum'],
        },
        {
          title: 'a misspelled parameter is rejected with the right name [args-value-092]',
          schema: object({ query: text, max_results: { type: 'integer' } }, ['query'], { additionalProperties: false }),
          sent: { query: 'x', maxResults: 5 },
          rejected: ['max_results'],
        },
        {
          title: 'nested faults are all named before anything is sent [args-value-093]',
          schema: object(
            {
              event: object(
                {
                  title: text,
                  visibility: { ...text, enum: ['public', 'private'] },
                  attendees: { type: 'array', items: object({ email: { ...text, format: 'email' } }, ['email']) as JsonObject },
                },
                ['title'],
              ),
            },
            ['event'],
          ),
          sent: { event: { visibility: 'hidden', attendees: [{}] } },
          rejected: ['title', 'visibility', 'attendees', 'email'],
        },
      ] satisfies ValueCase[]
    ).map((each: ValueCase) => [each.title, each] as const),
  )('%s', async (_title, { schema, sent, deliver, ...words }) => {
    const rejected = preset === 'hermes' ? (words.rejectedByHermes ?? words.rejected) : words.rejected;
    const tool: CaseTool = { name: 'target', description: 'Does it.', inputSchema: schema, server: 'files' };
    await using given = await caseRun(preset, [tool]);
    const callArguments =
      preset === 'hermes' ? { calls: [{ name: 'mcp__files__target', arguments: sent }] } : { id: 'mcp:files:target', args: sent };
    const answer = await given.run.call({ name: 'tool_call', arguments: callArguments });
    if (given.delivered.length > 0) {
      expect(given.delivered).toEqual([{ tool: 'target', arguments: deliver }]);
      return;
    }
    expect([answer.isError, textOf(answer), rejected]).toEqual([true, expect.any(String), expect.any(Array)]);
    for (const word of rejected ?? []) expect(textOf(answer)).toContain(word);
  });
});
