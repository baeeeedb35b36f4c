// The gateway with the whole zoo behind it, in a process of its own, as `toolrack serve --http` runs it. Talks to run.mjs over IPC.
import { fileURLToPath } from 'node:url';
import { ToolSources } from '@toolrack/contracts';
import { bootRuntime, loadConfiguration } from '@toolrack/cli';
import { serveHttp } from '@toolrack/gateway';

const silent = () => undefined;
const warnings = [];
const note = (message) => warnings.push(String(message));
const logger = { debug: silent, info: silent, warn: note, error: note };
const configuration = await loadConfiguration({ file: fileURLToPath(new URL('toolrack.json', import.meta.url)) });
const runtime = await bootRuntime(configuration, { logger, limits: { discoveryTimeoutMs: 4_000 } });
const handle = await serveHttp(runtime, { logger, drainTimeoutMs: 1_000 });

const bytes = (value) => Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value), 'utf8');

/** The revision agreed with a server is no part of the public interface; it is read off the client of the live connection. */
const revisionOf = (source) => source.session?.current?.client?.getNegotiatedProtocolVersion?.();

/** What a model is shown, and what it would be shown without a search. */
async function prompt(allow) {
  const run = await runtime.startRun(allow === undefined ? {} : { allow });
  try {
    const direct = new Map();
    for (const { tool, callName } of run.entries) {
      const shown = { name: callName, description: tool.description, inputSchema: tool.inputSchema };
      const { owner } = tool.source;
      direct.set(owner, (direct.get(owner) ?? 0) + bytes(shown) + 1);
    }
    return { tools: run.entries.length, shownBytes: bytes(run.prompt) + bytes(run.tools), direct: Object.fromEntries(direct) };
  } finally {
    await run.end();
  }
}

const operations = {
  sources: () => runtime.sources(),
  revisions: () => runtime.contributions(ToolSources).map((source) => [source.owner, revisionOf(source)]),
  prompt: ({ allow }) => prompt(allow),
  warnings: () => warnings.slice(-500),
  memory: () => process.memoryUsage().rss,
  start: async () => {
    // As the first client would: every server is asked for its tools. Those that need longer go on starting.
    const run = await runtime.startRun();
    await run.end();
  },
};

process.on('message', ({ id, operation, ...rest }) => {
  Promise.resolve()
    .then(() => operations[operation](rest))
    .then(
      (result) => process.send({ id, result }),
      (error) => process.send({ id, error: String(error) }),
    );
});
process.on('disconnect', () => void handle.close().then(() => runtime.dispose()));
process.send({ url: handle.url, pid: process.pid });
