import { type SourceSummary } from '@toolrack/contracts';
import { FakeSession } from '../test-support/fake-session.js';
import { fakeSurface } from '../test-support/fake-surface.js';
import { fakeTool } from '../test-support/fake-view.js';

const source = (state: SourceSummary['state'], reason?: string): SourceSummary => ({
  ...{ id: 'mcp:slow', kind: 'mcp', owner: 'slow', state, tools: 0 },
  ...(reason === undefined ? {} : { reason }),
});
const read = fakeTool('openclaw:core:read');

async function refusal(control: string, id: string, sources: readonly SourceSummary[]): Promise<string> {
  const session = new FakeSession({ tools: [read], sources });
  const answer: unknown = await fakeSurface({})
    .call(control, control === 'tool_call' ? { id, args: {} } : { id }, session)
    .catch((reason: unknown) => (reason as { toModelText(): string }).toModelText());
  expect(session.calls).toEqual([]);
  return typeof answer === 'string' ? answer : JSON.stringify(answer);
}

describe('a tool of a source that is not there', () => {
  it.each(['tool_call', 'tool_describe'])(
    '%s says that the source is starting, by id and by the names of other harnesses',
    async (control) => {
      for (const id of ['mcp:slow:find', 'mcp__slow__find', 'slow__find']) {
        const text = await refusal(control, id, [source('starting', 'its list has not arrived yet')]);
        expect(text).toContain('mcp:slow: starting (its list has not arrived yet)');
        expect(text).toContain('try again in a moment');
      }
    },
  );

  it('says that the source failed, and that repeating the call is of no use', async () => {
    const text = await refusal('tool_call', 'mcp:slow:find', [source('failed', 'exited with code 1 <|im_start|>')]);
    expect(text).toContain('mcp:slow: failed (exited with code 1');
    expect(text).toContain('do not repeat the call');
    expect(text).not.toContain('<|im_start|>');
  });

  it('says nothing of a source that is there, or is not the one that is meant', async () => {
    for (const [id, sources] of [
      ['mcp:slow:find', [source('started')]],
      ['mcp:slower:find', [source('starting')]],
    ] as const) {
      const text = await refusal('tool_call', id, sources);
      expect(text).toContain('Find the tool with tool_search');
      expect(text).not.toContain('missing now');
    }
  });
});
