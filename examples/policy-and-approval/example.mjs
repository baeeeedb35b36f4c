// A policy that denies, and an approval that asks. Everything below holds whatever the model says.
import assert from 'node:assert/strict';
import { createRuntime } from '@toolrack/kernel';
import { standard } from '@toolrack/presets';
import { openclawSource } from '@toolrack/source-openclaw';
import { scriptedApproval } from './scripted-approval.mjs';

const ran = [];
const tool = (name, description, property) => ({
  name,
  description,
  parameters: { type: 'object', properties: { [property]: { type: 'string', maxLength: 40 } }, required: [property] },
  async execute(_callId, parameters) {
    ran.push([name, parameters[property]]);
    return { content: [{ type: 'text', text: `${name} done: ${parameters[property]}` }] };
  },
});
const tools = [
  tool('read_note', 'Reads a note.', 'title'),
  tool('delete_note', 'Deletes a note for ever.', 'title'),
  tool('send_mail', 'Sends a mail to everybody.', 'subject'),
];

const policy = {
  rules: [
    { deny: 'openclaw:office:delete_*', agents: ['guest'], reason: 'guests only read' },
    { ask: 'openclaw:office:send_mail', reason: 'everybody gets this mail' },
  ],
};
const answers = [{ decision: 'allow' }, { decision: 'deny' }, { decision: 'allow', arguments: { subject: 'Lunch at noon' } }];
const boot = (some) =>
  createRuntime({
    plugins: standard({ policy, add: [openclawSource({ modules: [{ tools: some, owner: 'office' }] }), scriptedApproval({ answers })] }),
  });
const runtime = await boot(tools);
const events = [];
runtime.events.onAny((event) => events.push(event));

const call = (run, id, args) => run.call({ name: 'tool_call', arguments: { id, args } });
const names = (run) => run.entries.map((entry) => entry.tool.name);
const codeOf = (answer) => answer.details.error.code;

// 1. Denied: for a guest the tool does not exist. The answer is, byte for byte, that of a runtime that never had the tool.
const guest = await runtime.startRun({ agent: 'guest' });
const owner = await runtime.startRun({ agent: 'owner' });
console.log(`owner sees ${names(owner).join(', ')}\nguest sees ${names(guest).join(', ')}`);
assert.deepEqual(names(owner), ['delete_note', 'read_note', 'send_mail']);
assert.deepEqual(names(guest), ['read_note', 'send_mail']);
const denied = await call(guest, 'openclaw:office:delete_note', { title: 'plans' });
const poorer = await boot(tools.filter(({ name }) => name !== 'delete_note'));
const absent = await call(await poorer.startRun({ agent: 'guest' }), 'openclaw:office:delete_note', { title: 'plans' });
await poorer.dispose();
console.log(`guest deletes: ${codeOf(denied)}`);
assert.equal(codeOf(denied), 'ERR_TOOL_UNKNOWN');
assert.deepEqual(denied, absent);
assert.equal((await call(owner, 'openclaw:office:delete_note', { title: 'plans' })).isError, false);

// 2. Asked: allowed once, denied once, and allowed with other arguments.
console.log('owner sends three mails');
const mails = [];
for (const subject of ['Hello', 'Hello again', 'LUNCH NOW']) mails.push(await call(owner, 'openclaw:office:send_mail', { subject }));
assert.equal(mails[0].isError, false);
assert.equal(codeOf(mails[1]), 'ERR_CALL_APPROVAL');
assert.equal(mails[2].isError, false);

// 3. The fourth question stays unanswered, which is a refusal.
const unanswered = await call(owner, 'openclaw:office:send_mail', { subject: 'Anybody?' });
assert.equal(codeOf(unanswered), 'ERR_CALL_APPROVAL');

console.log(`what ran: ${ran.map(([name, value]) => `${name}(${value})`).join(', ')}`);
assert.deepEqual(ran, [
  ['delete_note', 'plans'],
  ['send_mail', 'Hello'],
  ['send_mail', 'Lunch at noon'],
]);
const decided = events
  .filter(({ name }) => name === 'approval:decided')
  .map(({ decision, edited }) => `${decision}${edited ? ' (edited)' : ''}`);
console.log(`audit:    ${decided.join(', ')}`);
assert.deepEqual(decided, ['allow', 'deny', 'allow (edited)', 'deny']);
const [denial] = events.filter(({ name }) => name === 'call:denied');
console.log(`audit:    ${denial?.toolId} denied: ${denial?.reason}`);
await runtime.dispose();
