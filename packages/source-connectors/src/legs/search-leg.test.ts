import { deadAddress, never, setUp, token } from '../../test/support.js';
import { type ReferenceTool } from '../reference-gateway/index.js';

const prefixed: ReferenceTool = {
  slug: 'GMAIL_LABEL',
  connector: 'gmail',
  description: 'Label mail, the prefixed one.',
  inputSchema: { type: 'object' },
};
const literal: ReferenceTool = {
  slug: 'LABEL',
  connector: 'gmail',
  description: 'Label mail, the literal one.',
  inputSchema: { type: 'object' },
};

describe('a search for remote tools', () => {
  it('sends all queries in one request and answers by position [hermes:11.6]', async () => {
    await using setup = await setUp();
    const answer = await setup.leg.search(['send email', 'nothing of the kind qqq', 'slack channels'], 5, never(), setup.run);
    expect(setup.gateway.requests).toHaveLength(1);
    expect(setup.gateway.requests[0]?.body).toEqual({
      queries: [{ use_case: 'send email' }, { use_case: 'nothing of the kind qqq' }, { use_case: 'slack channels' }],
      limit: 5,
    });
    expect(answer.failure).toBeUndefined();
    expect(answer.groups.map((group) => group[0]?.name)).toEqual([
      'connectors__gmail__SEND_EMAIL',
      expect.anything(),
      'connectors__slack__LIST_CHANNELS',
    ]);
  });

  it('hands over what a ranker indexes: slug, connector and description [hermes:6.10]', async () => {
    await using setup = await setUp();
    const { groups } = await setup.leg.search(['create issue linear'], 5, never(), setup.run);
    expect(groups[0]?.[0]).toEqual({
      id: 'connectors:gateway:connectors__linear__CREATE_ISSUE',
      name: 'connectors__linear__CREATE_ISSUE',
      connector: 'linear',
      slug: 'LINEAR_CREATE_ISSUE',
      description: 'Create an issue in a Linear team.',
      parameters: expect.objectContaining({ required: ['title'] }),
    });
  });

  it.each([
    ['the prefixed one first', [prefixed, literal]],
    ['the literal one first', [literal, prefixed]],
  ])('keeps the prefixed one of twins, %s, and warns once [hermes:11.3] [hermes:case-109]', async (_order, tools) => {
    await using setup = await setUp({}, { tools });
    const { groups } = await setup.leg.search(['label mail', 'label'], 5, never(), setup.run);
    for (const group of groups) {
      expect(group).toEqual([expect.objectContaining({ name: 'connectors__gmail__LABEL', description: 'Label mail, the prefixed one.' })]);
    }
    await setup.leg.search(['label mail'], 5, never(), setup.run);
    const warnings = setup.host.logs.filter(({ level }) => level === 'warn');
    expect(warnings).toHaveLength(1);
    expect(warnings[0]?.message).toMatch(/GMAIL_LABEL and LABEL/u);
  });

  it('does not take equal slugs of two connectors for twins', async () => {
    const tools = [prefixed, { ...literal, connector: 'todo' }];
    await using setup = await setUp({}, { tools });
    const { groups } = await setup.leg.search(['label'], 5, never(), setup.run);
    expect(groups[0]?.map(({ name }) => name).sort()).toEqual(['connectors__gmail__LABEL', 'connectors__todo__LABEL']);
    expect(setup.host.logs).toEqual([]);
  });

  it('drops a group that answers another question [hermes:11.6]', async () => {
    await using setup = await setUp();
    setup.gateway.fault({ kind: 'wrong-use-case' });
    expect(await setup.leg.search(['send email'], 5, never(), setup.run)).toEqual({ groups: [[]] });
  });

  it('drops a slug without a schema or a connector and keeps the others [hermes:11.6]', async () => {
    await using setup = await setUp();
    setup.gateway.fault({ kind: 'missing-schema' });
    const { groups } = await setup.leg.search(['send email'], 5, never(), setup.run);
    expect(groups[0]?.map(({ slug }) => slug)).not.toContain('GMAIL_SEND_EMAIL');
    expect(groups[0]?.length).toBeGreaterThan(0);
    const nameless = await setUp({}, { tools: [{ ...prefixed, connector: '' }, { ...literal }] });
    expect((await nameless.leg.search(['label'], 5, never(), nameless.run)).groups[0]?.map(({ slug }) => slug)).toEqual(['LABEL']);
    await nameless[Symbol.asyncDispose]();
  });

  it.each([
    ['dark', undefined],
    ['unauthorized', { status: 'unavailable', reason: 'sign_in_expired' }],
    ['forbidden', { status: 'unavailable', reason: 'sign_in_expired' }],
    ['not-set-up', { status: 'not_set_up' }],
    ['server-error', { status: 'unavailable', reason: 'unreachable' }],
    ['rate-limited', { status: 'unavailable', reason: 'unreachable' }],
    ['reset', { status: 'unavailable', reason: 'unreachable' }],
    ['not-json', { status: 'unavailable', reason: 'unreachable' }],
  ] as const)('answers empty groups after %s and says %j [hermes:11.9] [hermes:11.10]', async (kind, failure) => {
    await using setup = await setUp();
    setup.gateway.fault({ kind });
    const answer = await setup.leg.search(['a', 'b'], 5, never(), setup.run);
    expect(answer).toEqual({ groups: [[], []], ...(failure === undefined ? {} : { failure }) });
    const warnings = setup.host.logs.filter(({ level }) => level === 'warn');
    expect(warnings).toHaveLength(kind === 'dark' ? 0 : 1);
  });

  it('says unreachable within its bound when the gateway is slow or gone [hermes:case-112]', async () => {
    await using setup = await setUp({ timeouts: { searchMs: 150 } });
    setup.gateway.fault({ kind: 'delay', delayMs: 5000 });
    expect((await setup.leg.search(['a'], 5, never(), setup.run)).failure).toEqual({ status: 'unavailable', reason: 'unreachable' });
    await using gone = await setUp({ url: await deadAddress(), token });
    expect((await gone.leg.search(['a'], 5, never(), gone.run)).failure).toEqual({ status: 'unavailable', reason: 'unreachable' });
  });

  it('says nothing when nobody wants the answer any more', async () => {
    await using setup = await setUp();
    setup.gateway.fault({ kind: 'delay', delayMs: 5000 });
    const controller = new AbortController();
    const pending = setup.leg.search(['a'], 5, controller.signal, setup.run);
    setTimeout(() => controller.abort(), 30);
    expect(await pending).toEqual({ groups: [[]] });
    expect(setup.host.logs).toEqual([]);
  });
});
