import type { CallAnswer, Run } from '@toolrack/contracts';
import { createRuntime } from '@toolrack/kernel';
import type { PolicyOptions } from '@toolrack/policy';
import { connectors } from '@toolrack/source-connectors';
import { startReferenceGateway, type ReferenceGateway } from '@toolrack/source-connectors/reference-gateway';

import { hermes } from './index.js';

const tool = (slug: string, description: string) => ({ slug, connector: 'gmail', description, inputSchema: { type: 'object' } });
const send = tool('GMAIL_SEND_EMAIL', 'Send an email message.');
const list = tool('GMAIL_LIST_EMAIL', 'List email messages.');
const textOf = ({ content }: CallAnswer): string => content.map((block) => (block.type === 'text' ? block.text : '')).join('');

/** What a model is told about the names in a session over the given tools and rules. */
async function told(gatewayTools: readonly ReturnType<typeof tool>[], policy: PolicyOptions, names: readonly string[]) {
  const gateway: ReferenceGateway = await startReferenceGateway({ token: 't', tools: [...gatewayTools] });
  await using runtime = await createRuntime({ plugins: hermes({ policy, add: [connectors({ url: gateway.url, token: 't' })] }) });
  try {
    const run: Run = await runtime.startRun();
    const answers: string[] = [];
    const ask = async (name: string, callArguments: object): Promise<void> => {
      answers.push(textOf(await run.call({ name, arguments: callArguments })));
    };
    await ask('tool_search', { queries: ['send email message', 'email', ...names] });
    await ask('tool_describe', { names });
    for (const name of names) {
      await ask('tool_call', { calls: [{ name, arguments: {} }] });
      await ask(name, {});
    }
    const executed = gateway.requests.filter(({ route }) => route === 'execute').length;
    return { answers, executed };
  } finally {
    await gateway.close();
  }
}

const spellings = ['connectors__gmail__SEND_EMAIL', 'connectors__GMAIL__SEND_EMAIL', 'connectors__gmail__GMAIL_SEND_EMAIL'];

describe('a connector tool that the policy denies', () => {
  it('cannot be told from one that the gateway does not have, in any control and any spelling', async () => {
    const denied = await told([send, list], { rules: [{ deny: 'connectors:gateway:connectors__gmail__SEND_EMAIL' }] }, spellings);
    const absent = await told([list], {}, spellings);
    expect(denied.answers).toEqual(absent.answers);
    expect(denied.answers[0]).not.toContain('"connectors__gmail__SEND_EMAIL":');
    expect(denied.answers[0]).toContain('connectors__gmail__LIST_EMAIL');
  });

  it('is not sent to the gateway, while its neighbours work', async () => {
    const rules = [{ deny: 'connectors__gmail__SEND_*' }];
    expect((await told([send, list], { rules }, ['connectors__gmail__SEND_EMAIL'])).executed).toBe(0);
    const allowed = await told([send, list], { rules }, ['connectors__gmail__LIST_EMAIL']);
    expect(allowed.executed).toBe(1);
    expect(JSON.parse(allowed.answers[1] as string)).toMatchObject({ tools: { connectors__gmail__LIST_EMAIL: expect.anything() } });
  });
});
