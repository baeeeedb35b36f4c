import { type ToolResult } from '@toolrack/contracts';
import { untrustedLimit } from '../text/untrusted-envelope.js';
import { FakeSession } from '../test-support/fake-session.js';
import { fakeSurface, jsonOf, textOf } from '../test-support/fake-surface.js';
import { fakeTool } from '../test-support/fake-view.js';
import { resultLimit } from './shown-result.js';

const text = (value: string) => ({ type: 'text' as const, text: value });
const image = { type: 'image' as const, data: 'iVBORw0KGgo', mimeType: 'image/png' };
const answerOf = async (result: ToolResult, id = 'openclaw:demo:run', callId?: string) => {
  const session = new FakeSession({ tools: [fakeTool(id, { description: 'Runs.' })], execute: () => result });
  if (callId !== undefined) Object.assign(session, { callId });
  return { session, answer: await fakeSurface().call('tool_call', { id }, session) };
};

describe('callEnvelope', () => {
  it('shows id, name and source beside the result and keeps the candidate in the details [openclaw:19.6] [openclaw:18.11]', async () => {
    const { answer } = await answerOf({ content: [text('ok')], details: { n: 1 } });
    expect(jsonOf(answer)).toEqual({
      tool: { id: 'openclaw:demo:run', name: 'run', source: 'openclaw' },
      result: { content: [text('ok')], details: { n: 1 } },
    });
    expect(answer).toMatchObject({
      isError: false,
      details: { tool: { description: 'Runs.', input: '{}' }, result: { details: { n: 1 } } },
    });
    expect(answer.details).not.toHaveProperty('status');
  });

  it('says how the target failed [openclaw:19.6]', async () => {
    const status = async (result: ToolResult) => (await answerOf(result)).answer.details as { status?: string };
    expect((await status({ content: [], isError: true })).status).toBe('failed');
    expect((await status({ content: [], details: { status: 'timed_out' } })).status).toBe('timed_out');
    expect((await status({ content: [], details: { status: 'cancelled' }, isError: true })).status).toBe('cancelled');
    expect((await status({ content: [], details: { status: 'ok' } })).status).toBeUndefined();
    const { answer } = await answerOf({ content: [text('no such\nfile')], isError: true });
    expect(answer).toMatchObject({
      isError: true,
      details: { error: { code: 'ERR_CALL_FAILED', kind: 'tool-failed', message: 'no such file', toolId: 'openclaw:demo:run' } },
    });
  });

  it('does not take a word of the tool for a real block [openclaw:19.5]', async () => {
    const { answer } = await answerOf({ content: [], details: { status: 'blocked' } });
    expect(answer.details).not.toHaveProperty('status');
    expect(answer.isError).toBe(false);
  });

  it('passes on that the loop is to stop [openclaw:19.6]', async () => {
    expect((await answerOf({ content: [], terminate: true })).answer.terminate).toBe(true);
    expect((await answerOf({ content: [] })).answer).not.toHaveProperty('terminate');
  });

  it('hands images on as images and keeps their data out of the text [openclaw:case-157] [openclaw:19.6]', async () => {
    const { answer } = await answerOf({ content: [image, text('seen')] }, 'mcp:camera:shot');
    expect(answer.content).toHaveLength(2);
    expect(answer.content[1]).toEqual(image);
    expect(textOf(answer)).not.toContain('iVBORw0');
    expect(textOf(answer)).toContain('seen');
    expect(answer.details).toMatchObject({ result: { content: [image, text('seen')] } });
  });

  it('keeps an explicit details value [openclaw:case-143]', async () => {
    expect(jsonOf<{ result: object }>((await answerOf({ content: [], details: null })).answer).result).toEqual({
      content: [],
      details: null,
    });
    const { answer } = await answerOf({ content: [], details: undefined });
    expect(jsonOf<{ result: object }>(answer).result).toEqual({ content: [] });
    expect(Object.hasOwn((answer.details as { result: object }).result, 'details')).toBe(true);
  });

  it('wraps results of untrusted tools alone, also at the same time [openclaw:case-151] [openclaw:19.7]', async () => {
    const session = new FakeSession({ tools: [fakeTool('openclaw:a:local'), fakeTool('mcp:b:remote')] });
    const surface = fakeSurface();
    const [local, remote] = await Promise.all(
      ['local', 'remote'].map((id) => surface.call('tool_call', { id, args: { note: 'hi' } }, session)),
    );
    expect(textOf(local)).not.toContain('SECURITY NOTICE');
    expect(textOf(remote)).toContain('SECURITY NOTICE');
  });

  it('wraps what a trusted tool marks as fetched from outside and has not wrapped', async () => {
    const marked = { externalContent: { untrusted: true } };
    expect(textOf((await answerOf({ content: [], details: marked })).answer)).toContain('SECURITY NOTICE');
    const wrapped = { externalContent: { untrusted: true, wrapped: true } };
    expect(textOf((await answerOf({ content: [], details: wrapped })).answer)).not.toContain('SECURITY NOTICE');
  });

  it('bounds a huge untrusted result before the end marker and keeps it whole in the details [openclaw:case-154]', async () => {
    const huge = 'x'.repeat(16 * 1024 * 1024);
    const { answer } = await answerOf({ content: [text(huge)] }, 'mcp:web:fetch');
    const shown = textOf(answer);
    expect(shown.length).toBeLessThanOrEqual(untrustedLimit);
    expect(shown).toMatch(/\n\[cut: [^\n]*\]\n<<<END_EXTERNAL_UNTRUSTED_CONTENT id="[0-9a-f]{16}">>>$/);
    expect(answer.details).toMatchObject({ result: { content: [{ text: huge }] } });
  });

  it('bounds a huge trusted result as JSON that stays valid', async () => {
    const content = [text('a'.repeat(200_000)), text('"\n'.repeat(100_000)), text('short')];
    const { answer } = await answerOf({ content, details: { rows: 'r'.repeat(300_000) } });
    expect(textOf(answer).length).toBeLessThanOrEqual(resultLimit);
    const shown = jsonOf<{ result: { content: { text: string }[] } }>(answer).result.content;
    expect(shown[0]?.text).toMatch(/^a{5000,}\n\[cut: \d+ more characters\]$/);
    expect(shown[2]?.text).toBe('short');
    const blocks = Array.from({ length: 5_000 }, () => text('y'.repeat(100)));
    expect(textOf((await answerOf({ content: blocks })).answer).length).toBeLessThanOrEqual(resultLimit);
    const blob = { type: 'resource' as const, resource: { uri: 'a://b', blob: 'z'.repeat(200_000) } };
    expect(textOf((await answerOf({ content: [blob] })).answer)).toContain('left out: a resource of');
  });

  it('leaves details of a trusted tool as they are within the bound, without blanks where only that fits', async () => {
    const details = { rows: Array.from({ length: 3_000 }, (_, i) => ({ i, v: `v${i}` })) };
    const { answer } = await answerOf({ content: [text('3,000 rows')], details });
    expect(jsonOf<{ result: object }>(answer).result).toEqual({ content: [text('3,000 rows')], details });
  });

  it('cuts the text of a trusted tool just as far as it must', async () => {
    const { answer } = await answerOf({ content: [text('a'.repeat(97_000))] });
    expect(textOf(answer).length).toBeLessThanOrEqual(resultLimit);
    expect(jsonOf<{ result: { content: { text: string }[] } }>(answer).result.content[0]?.text).toMatch(
      /^a{95500,}\n\[cut: \d+ more characters\]$/,
    );
  });

  it('cuts details beyond the bound so that they stay JSON of their kind and say so', async () => {
    const details = {
      status: 'ok',
      rows: Array.from({ length: 20_000 }, (_, i) => ({ i, v: `v${i}` })),
      note: 'n'.repeat(200_000),
      total: 7,
    };
    const { answer } = await answerOf({ content: [text('hi')], details });
    expect(textOf(answer).length).toBeLessThanOrEqual(resultLimit);
    expect(textOf(answer).length).toBeGreaterThan(resultLimit * 0.95);
    const shown = jsonOf<{ result: { content: object[]; details: typeof details } }>(answer).result;
    expect(shown.content).toEqual([text('hi')]);
    expect(shown.details).toMatchObject({
      status: 'ok',
      total: 7,
      note: expect.stringMatching(/^n{20000,}\n\[cut: \d+ more characters\]$/),
    });
    expect(shown.details.rows.slice(0, 2)).toEqual(details.rows.slice(0, 2));
    expect(shown.details.rows.at(-1)).toMatch(/^\[cut: \d+ more items\]$/);
    expect(answer.details).toMatchObject({ result: { details: { total: 7, rows: { length: 20_000 } } } });
  });

  it('gives each target call its own id, made from the id of the model call [openclaw:case-155] [openclaw:18.12]', async () => {
    const session = new FakeSession({ tools: [fakeTool('openclaw:demo:run')] });
    Object.assign(session, { callId: `call/1 ${'x'.repeat(200)}` });
    const surface = fakeSurface();
    await surface.call('tool_call', { id: 'run' }, session);
    await surface.call('tool_call', { id: 'run' }, session);
    const [first, second] = session.calls.map((call) => call.callId);
    expect(first).toMatch(/^tool_search_code:call_1_x{113}:run:1$/);
    expect(second).toMatch(/:run:2$/);
  });
});
