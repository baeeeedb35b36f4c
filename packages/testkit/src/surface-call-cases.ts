import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type JsonObject, type SurfaceSession, ToolrackError } from '@toolrack/contracts';
import { fixtureCatalogs } from './fixture-catalogs.js';
import { fixtureSession } from './fixture-view.js';
import { hostileTexts } from './hostile-texts.js';
import type { SuiteRunner } from './runner.js';
import { answerText, assertCallAnswer, callControl, refusalShape } from './surface-checks.js';
import { guardedOffice } from './surface-tool-cases.js';
import type { ControlCall, SurfaceSuiteOptions } from './surface-suite.js';
import { outcome } from './timeouts.js';

const office = fixtureCatalogs.office;
const listChannels = 'mcp:chat:list_channels';

/** Arguments as models send them: near misses of the right ones, and anything else. */
function argumentsArbitrary(samples: readonly JsonObject[]): fc.Arbitrary<unknown> {
  const key = fc.constantFrom(
    ...samples.flatMap((sample) => Object.keys(sample)),
    'id',
    'name',
    'args',
    'input',
    'query',
    'queries',
    'limit',
  );
  const leaf = fc.oneof(
    fc.constantFrom<unknown>(null, '', ' ', 0, -1, 1.5, true, [], {}, '{}', '[]', '"', listChannels, 'list_channels'),
    fc.constantFrom(...hostileTexts.filter((text) => text.length < 100)),
    fc.jsonValue({ maxDepth: 2 }),
  );
  return fc.oneof(
    { weight: 4, arbitrary: fc.dictionary(key, fc.oneof(leaf, fc.array(leaf, { maxLength: 20 }), fc.dictionary(key, leaf))) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(...samples).chain((sample) => fc.dictionary(key, leaf).map((more) => ({ ...sample, ...more }))),
    },
    { weight: 1, arbitrary: fc.jsonValue() },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(undefined, ...samples.map((sample) => JSON.stringify(sample))) },
  );
}

type Call = (control: ControlCall, session: SurfaceSession) => ReturnType<typeof callControl>;

function registerRefusals(it: SuiteRunner['it'], options: SurfaceSuiteOptions, using: () => Promise<Call>): void {
  const { controls } = options;
  const revoked = 'mcp:tracker:close_issue';
  const unknown = 'mcp:tracker:shut_issue';
  for (const [what, control] of [
    ['describes', controls.describe],
    ['calls', (id: string) => controls.call(id, {})],
  ] as const) {
    if (control === undefined) continue;
    it(`${what} a denied tool and an unknown one with the same kind of refusal`, async () => {
      const call = await using();
      const session = fixtureSession(office, { revoked: [revoked] });
      const denied = await call(control(revoked), session);
      const missing = await call(control(unknown), session);
      assert.equal(
        refusalShape(denied, [revoked, 'close_issue']),
        refusalShape(missing, [unknown, 'shut_issue']),
        'the answer tells a denied tool from one that does not exist',
      );
      assert.deepEqual(session.calls, [], 'nothing was executed');
    });
  }
}

function registerResults(it: SuiteRunner['it'], options: SurfaceSuiteOptions, using: () => Promise<Call>): void {
  const { controls } = options;
  it('hands the arguments of a call to the tool unchanged and exactly once', async () => {
    const call = await using();
    const session = fixtureSession(office);
    const callArguments = { recipient: 'a@example.org', body: 'Hello', nested: { list: [1, 'two', null] } };
    const answer = await call(controls.call('openclaw:mail:send_message', callArguments), session);
    assert.equal(answer.isError, false, answerText(answer));
    assert.equal(session.calls.length, 1);
    assert.deepEqual(
      [session.calls[0]?.id, JSON.stringify(session.calls[0]?.arguments)],
      ['openclaw:mail:send_message', JSON.stringify(callArguments)],
    );
  });
  it("shows a tool's own text and its failure", async () => {
    const call = await using();
    const session = fixtureSession(office, {
      call: () => ({ content: [{ type: 'text', text: 'UNIQUE-RESULT-TEXT' }], isError: true }),
    });
    const answer = await call(controls.call('openclaw:mail:send_message', { recipient: 'a', body: 'b' }), session);
    assert.match(answerText(answer), /UNIQUE-RESULT-TEXT/u);
    assert.equal(answer.isError, true);
  });
  it('lets a failed call be a ToolrackError or a failed answer, never a success', async () => {
    const call = await using();
    const session = fixtureSession(office, {
      call: () => {
        throw new ToolrackError('ERR_CALL_FAILED', 'It failed at /secret/path.', { modelText: 'It failed.' });
      },
    });
    const answer = await call(controls.call('openclaw:mail:send_message', { recipient: 'a', body: 'b' }), session);
    assert.equal(answer.isError, true);
    assert.doesNotMatch(answerText(answer), /secret/u, 'operator text stays out of the answer');
  });
  const { search, describe: describeTool } = controls;
  if (search !== undefined) {
    it('names the found tools in a search and answers an empty search without failing', async () => {
      const call = await using();
      const found = await call(search('send mail recipients'), fixtureSession(office));
      assert.match(answerText(found), /send_message/u);
      const empty = await call(search('qqzzxjkvw'), fixtureSession(office));
      assert.equal(empty.isError, false);
    });
  }
  if (describeTool !== undefined) {
    it('describes a trusted tool with its parameters', async () => {
      const call = await using();
      const answer = await call(describeTool('openclaw:mail:send_message'), fixtureSession(office));
      assert.equal(answer.isError, false, answerText(answer));
      assert.match(answerText(answer), /recipient/u);
    });
  }
}

/** Cases about calls of controls. */
export function registerSurfaceCalls(it: SuiteRunner['it'], options: SurfaceSuiteOptions): void {
  const { controls, create } = options;
  const using = async (): Promise<Call> => {
    const surface = await create();
    return ({ name, arguments: callArguments }, session) => callControl(surface, name, callArguments, session);
  };
  registerResults(it, options, using);
  registerRefusals(it, options, using);
  it('throws nothing but a ToolrackError and reads no untrusted schema, whatever JSON a model sends', async () => {
    const surface = await create();
    const { tools, touches } = guardedOffice();
    const samples = [controls.search?.('send'), controls.describe?.('openclaw:mail:send_message'), controls.call(listChannels, {})];
    const known = samples.flatMap((sample) => (sample === undefined ? [] : [sample]));
    const anything = argumentsArbitrary(known.map((sample) => sample.arguments));
    const names = [...new Set(known.map(({ name }) => name))];
    const describes = controls.describe?.(listChannels).name;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), anything, async (name, callArguments) => {
        // A description of an untrusted tool hands its schema out on request, so this control gets harmless ones.
        await callControl(surface, name, callArguments, fixtureSession(name === describes ? office : tools));
      }),
      { numRuns: 300 },
    );
    assert.deepEqual(touches, []);
  });
  it('leaves unknown names to the kernel or answers them in shape', async () => {
    const surface = await create();
    for (const name of ['no_such_tool', 'send_message', '__proto__', '']) {
      const ended = await outcome(() => surface.unknown?.(name, {}, fixtureSession(office)));
      if (ended.status === 'rejected') assert.ok(ToolrackError.is(ended.reason), String(ended.reason));
      else if (ended.value !== undefined) assertCallAnswer(ended.value);
    }
  });
}
