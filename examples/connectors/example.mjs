// Remote apps behind a managed gateway, over real HTTP: found beside local tools, connected, called, refused by a rule, and out of order.
import assert from 'node:assert/strict';
import { createRuntime } from '@toolrack/kernel';
import { hermes } from '@toolrack/presets';
import { connectors } from '@toolrack/source-connectors';
import { startReferenceGateway } from '@toolrack/source-connectors/reference-gateway';
import { openclawSource } from '@toolrack/source-openclaw';

const token = 'example-token';
const gateway = await startReferenceGateway({ token });
const note = {
  name: 'keep_note',
  description: 'Keeps a note about an email.',
  parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  execute: async (_callId, { text }) => ({ content: [{ type: 'text', text: `kept: ${text}` }] }),
};
const local = openclawSource({ modules: [{ owner: 'notes', tools: [note] }] });
const rules = [{ deny: 'connectors:gateway:connectors__slack__*', agents: ['guest'], reason: 'guests do not post' }];
const boot = (remote) => createRuntime({ plugins: hermes({ policy: { rules }, add: [local, ...remote] }) });
const runtime = await boot([connectors({ url: gateway.url, token })]);
const seen = [];
runtime.events.onAny((event) => event.name.startsWith('call:') && seen.push(`${event.name} ${event.toolId}`));
const run = await runtime.startRun();
const ask = async (name, args, on = run) => JSON.parse((await on.call({ name, arguments: args })).content[0].text);

// 1. One ranking over both sides: the tool that has the rare word wins, wherever it is.
const found = await ask('tool_search', { queries: ['send gmail email', 'keep note'] });
console.log(found.results.map(({ query, matches }) => `${query}: ${matches.join(', ')}`).join('\n'));
assert.equal(found.results[0].matches[0], 'connectors__gmail__SEND_EMAIL');
assert.deepEqual(found.results[1].matches, ['keep_note']);
assert.equal(found.tools.connectors__gmail__SEND_EMAIL.source, 'connectors');

// 2. The schema comes from the gateway.
const described = await ask('tool_describe', { names: ['connectors__gmail__SEND_EMAIL', 'connectors__gmail__NO_SUCH'] });
assert.deepEqual(described.tools.connectors__gmail__SEND_EMAIL.parameters.required, ['to', 'subject']);
assert.deepEqual(described.not_found, ['connectors__gmail__NO_SUCH']);

// 3. Without an account the call says how to get one; with one it works. A batch runs in order, each entry on its own.
const email = { name: 'connectors__gmail__SEND_EMAIL', arguments: { to: 'ada@example.com', subject: 'Hello' } };
const forecast = { name: 'connectors__weather__CURRENT_FORECAST', arguments: { city: 'Oslo' } };
const first = await ask('tool_call', { calls: [email, forecast] });
console.log(`first: ${first.results[0].error.code}, ${first.success_count} of ${first.total_count} succeeded`);
assert.equal(first.results[0].error.code, 'CONNECTION_REQUIRED');
assert.deepEqual(first.results[1].response, { city: 'Oslo', forecast: 'rain' });
await fetch(first.results[0].error.connect_url); // the user opens the link
const second = await ask('tool_call', { calls: [email, forecast] });
assert.deepEqual([second.success_count, second.error_count], [2, 0]);
const { connectors: states } = await ask('manage_connections', { connectors: ['gmail'] });
assert.equal(states[0].status, 'connected');

// 4. Rules and events name the real tool. A denied tool is answered as one that does not exist, and nothing is sent.
assert.ok(seen.includes(`call:completed connectors:gateway:${email.name}`));
const guest = await runtime.startRun({ agent: 'guest' });
const sent = gateway.requests.length;
const refused = await ask(
  'tool_call',
  { calls: [{ name: 'connectors__slack__POST_MESSAGE', arguments: { channel: 'all', text: 'hi' } }] },
  guest,
);
console.log(`guest: ${refused.results[0].error.code}`);
assert.equal(refused.results[0].error.code, 'TOOL_NOT_FOUND');
assert.equal(gateway.requests.length, sent);

// 5. A gateway that fails leaves the local tools as they are, with a note; a dark one leaves no trace at all.
gateway.fault({ kind: 'server-error' });
const failing = await ask('tool_search', { queries: ['keep note'] });
assert.deepEqual(failing.results[0].matches, ['keep_note']);
console.log(`gateway down: ${failing.connectors.status}, ${failing.connectors.reason}`);
gateway.clearFaults();
gateway.fault({ kind: 'dark' });
const dark = await run.call({ name: 'tool_search', arguments: { queries: ['keep note'] } });
const without = await boot([]);
const plain = await (await without.startRun()).call({ name: 'tool_search', arguments: { queries: ['keep note'] } });
assert.equal(dark.content[0].text, plain.content[0].text);

await Promise.all([runtime.dispose(), without.dispose()]);
await gateway.close();
console.log('done');
