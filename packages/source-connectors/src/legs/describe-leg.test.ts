import { deadAddress, never, setUp } from '../../test/support.js';
import { type ReferenceTool } from '../reference-gateway/index.js';

const tool = (connector: string, slug: string, description: string): ReferenceTool => ({
  slug,
  connector,
  description,
  inputSchema: { type: 'object', title: description },
});

describe('a description of remote tools', () => {
  it('asks for all candidates of all names in one request and skips malformed names [hermes:11.11] [hermes:case-115]', async () => {
    await using setup = await setUp();
    const names = [
      'connectors__gmail__SEND_EMAIL',
      'connectors__broken',
      'connectors__weather__CURRENT_FORECAST',
      'connectors__slack__NO_SUCH',
    ];
    const { tools, failure } = await setup.leg.describe(names, never(), setup.run);
    expect(failure).toBeUndefined();
    expect(Object.keys(tools)).toEqual([names[0], names[2]]);
    expect(tools[names[0] as string]).toEqual({
      id: 'connectors:gateway:connectors__gmail__SEND_EMAIL',
      description: 'Send an email message from the connected Gmail account.',
      parameters: expect.objectContaining({ required: ['to', 'subject'] }),
    });
    expect(setup.gateway.requests.map(({ body }) => body)).toEqual([
      { slugs: ['GMAIL_SEND_EMAIL', 'SEND_EMAIL', 'WEATHER_CURRENT_FORECAST', 'CURRENT_FORECAST', 'SLACK_NO_SUCH', 'NO_SUCH'] },
    ]);
  });

  it('lets the prefixed slug win over the literal one [hermes:case-115]', async () => {
    await using setup = await setUp({}, { tools: [tool('gmail', 'LABEL', 'literal'), tool('gmail', 'GMAIL_LABEL', 'prefixed')] });
    const { tools } = await setup.leg.describe(['connectors__gmail__LABEL'], never(), setup.run);
    expect(tools['connectors__gmail__LABEL']?.description).toBe('prefixed');
  });

  it('resolves candidates for each name on its own when they collide [hermes:case-115]', async () => {
    const catalog = [tool('gmail', 'GMAIL_X', 'of gmail'), tool('slack', 'X', 'of slack')];
    await using setup = await setUp({}, { tools: catalog });
    const names = ['connectors__gmail__X', 'connectors__slack__X', 'connectors__gmail__GMAIL_X', 'connectors__linear__X'];
    const { tools } = await setup.leg.describe(names, never(), setup.run);
    expect(Object.entries(tools).map(([name, { description }]) => [name, description])).toEqual([
      ['connectors__gmail__X', 'of gmail'],
      ['connectors__slack__X', 'of slack'],
      ['connectors__gmail__GMAIL_X', 'of gmail'],
    ]);
    expect(Object.values(tools).map(({ id }) => id)).toEqual([
      'connectors:gateway:connectors__gmail__X',
      'connectors:gateway:connectors__slack__X',
      'connectors:gateway:connectors__gmail__X',
    ]);
    expect(setup.gateway.requests[0]?.body['slugs']).toEqual([...new Set(['GMAIL_X', 'X', 'SLACK_X', 'GMAIL_GMAIL_X', 'LINEAR_X'])]);
  });

  it('asks nothing when no name is well formed', async () => {
    await using setup = await setUp();
    expect(await setup.leg.describe(['connectors__x', 'y'], never(), setup.run)).toEqual({ tools: {} });
    expect(setup.gateway.requests).toEqual([]);
  });

  it.each([
    ['dark', undefined],
    ['unauthorized', { status: 'unavailable', reason: 'sign_in_expired' }],
    ['not-set-up', { status: 'not_set_up' }],
    ['server-error', { status: 'unavailable', reason: 'unreachable' }],
  ] as const)('is empty after %s and says %j [hermes:case-115]', async (kind, failure) => {
    await using setup = await setUp();
    setup.gateway.fault({ kind });
    const answer = await setup.leg.describe(['connectors__gmail__SEND_EMAIL'], never(), setup.run);
    expect(answer).toEqual({ tools: {}, ...(failure === undefined ? {} : { failure }) });
  });

  it('survives one failure of the gateway [hermes:11.7]', async () => {
    await using setup = await setUp();
    setup.gateway.fault({ kind: 'reset', times: 1 });
    const { tools } = await setup.leg.describe(['connectors__gmail__SEND_EMAIL'], never(), setup.run);
    expect(Object.keys(tools)).toHaveLength(1);
  });

  it('says unreachable when the gateway is gone [hermes:case-115]', async () => {
    await using setup = await setUp({ url: await deadAddress() });
    const { failure } = await setup.leg.describe(['connectors__gmail__SEND_EMAIL'], never(), setup.run);
    expect(failure).toEqual({ status: 'unavailable', reason: 'unreachable' });
  });
});
