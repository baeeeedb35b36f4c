import { throwingSchema } from '@toolrack/testkit';
import { FakeSession } from '../test-support/fake-session.js';
import { fakeSurface, jsonOf, textOf } from '../test-support/fake-surface.js';
import { fakeTool } from '../test-support/fake-view.js';

const outputSchema = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'], additionalProperties: false };
const inputSchema = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };
const tools = [
  fakeTool('openclaw:core:read', { inputSchema, outputSchema }),
  fakeTool('openclaw:core:computer', { exposure: 'direct-only' }),
  fakeTool('mcp:git:log', { inputSchema, outputSchema }),
  fakeTool('openclaw:a:dup'),
  fakeTool('openclaw:b:dup'),
];
const session = () => new FakeSession({ tools, direct: ['openclaw:core:read'] });
const describeWith = (input: unknown, given = session()) => fakeSurface().call('tool_describe', input, given);

describe('tool_describe', () => {
  it('adds the exact schemas to the candidate [openclaw:16.1] [openclaw:case-142]', async () => {
    const answer = await describeWith({ id: 'openclaw:core:read' });
    expect(jsonOf(answer)).toEqual({
      id: 'openclaw:core:read',
      source: 'openclaw',
      sourceName: 'core',
      name: 'read',
      description: '',
      input: '{ path: string }',
      output: '{ ok: boolean }',
      parameters: inputSchema,
      outputSchema,
    });
    expect(answer.details).toEqual(jsonOf(answer));
  });

  it('hides output claims of untrusted tools and wraps what they say [openclaw:case-149] [openclaw:12.4]', async () => {
    const answer = await describeWith({ id: 'mcp:git:log' });
    expect(textOf(answer)).toContain('SECURITY NOTICE');
    expect(textOf(answer)).toContain('"parameters"');
    expect(answer.details).toMatchObject({ input: 'unknown', parameters: inputSchema });
    expect(answer.details).not.toHaveProperty('outputSchema');
    expect(answer.details).not.toHaveProperty('output');
  });

  it('takes toolId and name for id, trimmed [openclaw:16.0]', async () => {
    for (const input of [{ toolId: ' read ' }, { name: 'read' }, { id: null, name: 'read' }, '{"id":"read"}']) {
      expect(await describeWith(input)).toMatchObject({ details: { id: 'openclaw:core:read' } });
    }
  });

  it('refuses a blank or missing id before it looks [openclaw:16.0]', async () => {
    for (const input of [{}, { id: ' ' }, { id: 7 }, { id: '', name: 'read' }, undefined]) {
      const given = session();
      await expect(describeWith(input, given)).rejects.toMatchObject({ code: 'ERR_TOOL_INPUT' });
      expect(given.describes).toEqual([]);
    }
  });

  it('counts a look-up also when it finds nothing [openclaw:16.2]', async () => {
    const given = session();
    await expect(describeWith({ id: 'raed' }, given)).rejects.toMatchObject({
      code: 'ERR_TOOL_UNKNOWN',
      message: expect.stringContaining('Did you mean "read"?'),
    });
    expect(given.describes).toEqual(['raed']);
  });

  it('does not know direct-only tools and refuses shared names [openclaw:16.3] [openclaw:18.4]', async () => {
    await expect(describeWith({ id: 'computer' })).rejects.toMatchObject({ code: 'ERR_TOOL_UNKNOWN' });
    await expect(describeWith({ id: 'openclaw:core:computer' })).rejects.toMatchObject({ code: 'ERR_TOOL_UNKNOWN' });
    await expect(describeWith({ id: 'dup' })).rejects.toMatchObject({ code: 'ERR_TOOL_AMBIGUOUS' });
    expect(await describeWith({ id: 'openclaw:b:dup' })).toMatchObject({ details: { id: 'openclaw:b:dup' } });
  });

  it('matches ids and names with their case [openclaw:9.4]', async () => {
    await expect(describeWith({ id: 'READ' })).rejects.toMatchObject({ code: 'ERR_TOOL_UNKNOWN' });
  });

  it('lifts arguments that were wrapped once more [openclaw:16.4]', async () => {
    for (const input of [
      { args: { id: 'read' } },
      { input: { toolId: 'read' } },
      { args: { name: 'read' }, extra: 1 },
      { args: '{"id":"read"}' },
    ]) {
      expect(await describeWith(input)).toMatchObject({ details: { id: 'openclaw:core:read' } });
    }
  });

  it('leaves wrapped arguments alone beside any outer selector or a blank inner one [openclaw:16.4]', async () => {
    for (const input of [
      { id: '', args: { id: 'read' } },
      { id: null, args: { id: 'read' } },
      { args: { id: ' ', name: 'read' } },
      { args: { id: 3, name: 'read' } },
    ]) {
      await expect(describeWith(input)).rejects.toMatchObject({ code: 'ERR_TOOL_INPUT' });
    }
  });

  it('answers for a tool that is no longer allowed as for an unknown one', async () => {
    const revoked = new (class extends FakeSession {
      override describe(): undefined {
        return undefined;
      }
    })({ tools });
    await expect(describeWith({ id: 'read' }, revoked)).rejects.toMatchObject({
      code: 'ERR_TOOL_UNKNOWN',
      message: expect.not.stringContaining('Did you mean "read"'),
    });
  });

  it('reads the schema of an untrusted tool only when that tool is asked for', async () => {
    const { schema, touches } = throwingSchema();
    const given = new FakeSession({ tools: [...tools, fakeTool('mcp:x:y', { inputSchema: schema })] });
    await describeWith({ id: 'mcp:git:log' }, given);
    await describeWith({ id: 'raed' }, given).catch(() => undefined);
    expect(touches).toEqual([]);
  });
});
