// An MCP server over stdio that misbehaves when told to: node faulty-server.mjs dying|hanging|flooding|mute.
// Every start and every call is written to the file ZOO_JOURNAL before anything else happens, so that a call that arrives twice is seen.
import { appendFileSync } from 'node:fs';

const mode = process.argv[2];
const journal = (entry) =>
  appendFileSync(process.env.ZOO_JOURNAL, `${JSON.stringify({ at: Date.now(), process: process.pid, ...entry })}\n`);
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const text = (value) => ({ content: [{ type: 'text', text: value }] });
const numbered = { type: 'object', properties: { number: { type: 'integer' } }, required: ['number'] };

/** About 16 MiB a second for as long as it is on: more than any log wants. */
let flood;
function setFlood(isOn) {
  clearInterval(flood);
  if (isOn) flood = setInterval(() => process.stderr.write(`${'flood '.repeat(680)}\n`.repeat(40)), 10);
}

const tools = {
  dying: {
    dying_echo: [numbered, (id, { number }) => send({ id, result: text(`number ${number}`) })],
    dying_slow: [numbered, (id, { number }) => setTimeout(() => send({ id, result: text(`number ${number}`) }), 8_000)],
    dying_exit: [numbered, () => process.exit(7)],
  },
  hanging: { hanging_call: [numbered, () => undefined] },
  mute: {},
  flooding: {
    flooding_echo: [numbered, (id, { number }) => send({ id, result: text(`number ${number}`) })],
    flooding_switch: [
      { type: 'object', properties: { number: { type: 'integer' }, on: { type: 'boolean' } }, required: ['number', 'on'] },
      (id, { on }) => {
        setFlood(on);
        send({ id, result: text(`flood ${on ? 'on' : 'off'}`) });
      },
    ],
  },
}[mode];

const methods = {
  initialize: ({ id, params }) =>
    send({
      id,
      result: {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: `fault-${mode}`, version: '1.0.0' },
      },
    }),
  ping: ({ id }) => send({ id, result: {} }),
  'tools/list': ({ id }) => {
    const listed = Object.entries(tools).map(([name, [inputSchema]]) => ({
      name,
      description: `Fixture of the ${mode} server.`,
      inputSchema,
    }));
    send({ id, result: { tools: listed } });
  },
  'tools/call': ({ id, params }) => {
    journal({ call: params.name, number: params.arguments.number });
    tools[params.name][1](id, params.arguments);
  },
};

journal({ start: mode });
let buffer = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk) => {
  const lines = (buffer + chunk).split('\n');
  buffer = lines.pop();
  for (const line of lines) {
    const message = JSON.parse(line);
    if (message.method === undefined || message.id === undefined) continue;
    if (mode === 'mute') continue;
    const method = methods[message.method];
    if (method === undefined) send({ id: message.id, error: { code: -32601, message: 'Method not found' } });
    else method(message);
  }
});
process.stdin.on('end', () => process.exit(0));
