import {
  definePlugin,
  ValidatorService,
  type Plugin,
  type Run,
  type Scope,
  type SchemaValidator,
  type SourceServer,
} from '@toolrack/contracts';

import { operatorSources, serverText, sourceServers, sourceView, stateText, withServers, type OperatorSource } from '../catalog-tools.js';
import type { CommandContext } from '../command-context.js';
import { promptSize, type PromptSize } from '../prompt-size.js';
import { version } from '../version.js';
import { withRun, type Session } from '../with-run.js';
import type { Finding } from './finding.js';
import { protectionFindings } from './protection-findings.js';
import { proxyFindings } from './proxy-findings.js';
import { quarantineNotes } from './quarantine-notes.js';
import { definitionProbe, textFindings } from './text-findings.js';

/** `toolrack doctor`: checks configuration, plugins, sources, schemas, texts, lock and prompt size. The exit code is 1 after a failure. */
export function doctor(context: CommandContext, options: { readonly scope: Scope }): Promise<number> {
  const probe = validatorProbe();
  const definitions = definitionProbe();
  return withRun(context, { scope: options.scope, plugins: [definitions.plugin, probe.plugin] }, async (session) => {
    const size = promptSize(session.run);
    const findings = [
      ...examine(session, probe.validator(), size),
      ...(await textFindings(session, definitions)),
      ...(await examineLock(session)),
      ...(await protectionFindings(session)),
    ];
    const failures = findings.filter((finding) => finding.level === 'failure').length;
    const sources = withServers(operatorSources(session).map(sourceView), session.runtime);
    if (context.isJson) context.terminal.printJson({ ok: failures === 0, findings, sources, size });
    else {
      const marks = { ok: 'ok     ', warning: 'warning', failure: 'FAILED ' };
      for (const { level, subject, message } of findings) context.terminal.print(`${marks[level]}  ${subject}: ${message}\n`);
    }
    return failures === 0 ? 0 : 1;
  });
}

function examine(session: Session, validator: SchemaValidator, size: PromptSize): Finding[] {
  const { configuration, runtime, run } = session;
  const { plugins, bootMs } = runtime.inspect();
  const servers = sourceServers(runtime);
  const failedPlugins = plugins.filter((plugin) => plugin.state === 'failed');
  const saved = size.allBytes === 0 ? 0 : Math.round((100 * size.savedBytes) / size.allBytes);
  return [
    { level: 'ok', subject: 'configuration', message: `${configuration.file} (preset ${configuration.preset})` },
    ...configuration.warnings.map((message): Finding => ({ level: 'warning', subject: 'configuration', message })),
    { level: 'ok', subject: 'plugins', message: `${plugins.length - failedPlugins.length} applied, booted in ${bootMs.toFixed(0)} ms` },
    ...failedPlugins.map((plugin): Finding => ({ level: 'failure', subject: plugin.name, message: plugin.reason ?? 'failed' })),
    ...operatorSources(session).flatMap((source) => examineSource(source, servers.get(source.id))),
    ...proxyFindings(configuration),
    ...examineSchemas(run, validator),
    {
      level: size.shownBytes > size.allBytes ? 'warning' : 'ok',
      subject: 'prompt',
      message:
        `${size.shownBytes} bytes (about ${Math.ceil(size.shownBytes / 4)} tokens) instead of ${size.allBytes}, ` +
        (size.shownBytes > size.allBytes
          ? `so a search costs more than it saves here: ${configuration.preset === 'hermes' ? '"tool_search"' : '"toolSearch"'}: false shows the tools themselves`
          : `${saved} % saved`),
    },
  ];
}

/** Whether what runs is what was reviewed. */
async function examineLock({ configuration, runtime }: Session): Promise<readonly Finding[]> {
  if (configuration.lock?.isEnforced !== true) return [];
  const notes = await quarantineNotes(runtime);
  if (notes.length === 0) return [{ level: 'ok', subject: 'lock', message: `every tool is as reviewed in ${configuration.lock.file}` }];
  return notes.map(({ id, message }): Finding => ({ level: 'warning', subject: id, message }));
}

function examineSource(source: OperatorSource, server: SourceServer | undefined): Finding[] {
  const isBroken = source.state === 'failed' || source.state === 'unauthorised' || source.state === 'starting';
  const isEmpty = source.state === 'started' && source.tools === 0 && source.hidden !== true;
  const isWarning = isEmpty || source.state === 'skipped' || source.state === 'configured';
  const level = isBroken ? 'failure' : isWarning ? 'warning' : 'ok';
  const problems = (source.problems ?? []).map(({ tool, reason }): Finding => ({
    level: 'warning',
    subject: source.id,
    message: `${placeOf(tool)}: ${reason}`,
  }));
  const about = server === undefined ? '' : ` (${serverText(server)})`;
  return [{ level, subject: source.id, message: `${conditionOf(source)}${about}${reasonOf(source)}` }, ...problems];
}

/** A source that has no list has no number of tools either. */
function conditionOf(source: OperatorSource): string {
  const isListed = source.state === 'started' || source.state === 'known';
  if (!isListed || source.hidden === true) return stateText(source);
  return source.tools === 0
    ? `${source.state}, but it lists no tools`
    : `${source.state}, ${source.tools} tool${source.tools === 1 ? '' : 's'}`;
}

function reasonOf({ reason }: OperatorSource): string {
  return reason === undefined ? '' : `: ${reason}`;
}

/** Where a problem is: a definition without a name goes by its place, the list itself by its request. */
function placeOf(tool: string): string {
  if (tool === 'tools/list') return 'its answer to tools/list';
  return tool.startsWith('#') ? `entry ${tool.slice(1)} of its list` : `tool ${tool}`;
}

/** An untrusted tool's schema is only compiled here, because somebody asked; its patterns are not run. */
function examineSchemas(run: Run, validator: SchemaValidator): Finding[] {
  const findings: Finding[] = [];
  for (const { tool } of run.entries) {
    for (const key of ['inputSchema', 'outputSchema'] as const) {
      const schema = tool[key];
      if (schema === undefined) continue;
      try {
        validator.compile(schema);
      } catch (error) {
        const effect = tool.trust === 'trusted' ? 'calls of it fail' : 'it is untrusted, so its arguments are not checked';
        const message = `its ${key} does not compile (${(error as Error).message}); ${effect}`;
        findings.push({ level: 'warning', subject: tool.id, message });
      }
    }
  }
  if (findings.length > 0) return findings;
  return [{ level: 'ok', subject: 'schemas', message: `those of all ${run.entries.length} tools compile` }];
}

/** A plugin that only looks up the runtime's own validator. */
function validatorProbe(): { readonly plugin: Plugin; validator(): SchemaValidator } {
  let look: (() => SchemaValidator) | undefined;
  const plugin = definePlugin({
    name: '@toolrack/cli',
    version,
    api: '^1',
    apply: (host) => {
      look = () => host.service(ValidatorService);
    },
  })();
  return {
    plugin,
    validator: () => {
      if (look === undefined) throw new Error('the runtime has not booted');
      return look();
    },
  };
}
