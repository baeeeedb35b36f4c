import { definePlugin, matchTool, SurfaceService, type Plugin, type ToolDescriptor } from '@toolrack/contracts';
import type { TextFinding, TextGuardOptions } from '@toolrack/text-guard';

import { version } from '../version.js';
import type { Session } from '../with-run.js';
import type { Finding } from './finding.js';

/** Before every other tap: a plugin that cleans texts does not hide from us what was there. */
const first = -1_000_000;
/** Most tools that are told of one by one. */
const mostTools = 25;
/** Most findings of one tool. */
const mostFindings = 6;

const guard = '@toolrack/text-guard';

/** Definitions as their sources list them. */
export interface DefinitionProbe {
  readonly plugin: Plugin;
  readonly tools: ReadonlyMap<string, ToolDescriptor>;
  /** Names of the controls of the run's surface. */
  controlNames(session: Pick<Session, 'run'>): readonly string[];
}

/** A plugin that notes every listed definition, and changes none. */
export function definitionProbe(): DefinitionProbe {
  const tools = new Map<string, ToolDescriptor>();
  let controls: DefinitionProbe['controlNames'] = () => [];
  const plugin = definePlugin({
    name: '@toolrack/cli/definition-probe',
    version,
    api: '^1',
    apply: (host) => {
      controls = ({ run }) => host.service(SurfaceService).controlNames(run.context);
      host.hooks.descriptor.tap(
        (tool) => {
          tools.set(tool.id, tool);
          return tool;
        },
        { stage: first },
      );
    },
  })();
  return { plugin, tools, controlNames: (session) => controls(session) };
}

/** A tool whose texts a person should look at. */
export interface SuspiciousTexts {
  readonly toolId: string;
  /** The id with everything in it that is not plain made visible. */
  readonly id: string;
  readonly findings: readonly TextFinding[];
}

/** Usual names of controls; a preset may have others, and a server may imitate those of another one. */
const usualControls = ['tool_search', 'tool_describe', 'tool_call'];

/** What `text-guard` finds in names and texts of the listed tools, whether or not it is among the plugins; what was reviewed for it is left out. */
export async function suspiciousTexts(
  session: Session,
  probe: DefinitionProbe,
  ids?: ReadonlySet<string>,
): Promise<readonly SuspiciousTexts[]> {
  const { examineDefinition, namesBySkeleton, showName } = await import('@toolrack/text-guard');
  const options = session.configuration.plugins.find(({ name }) => name === guard)?.options as TextGuardOptions | undefined;
  const { reviewed = [], reservedNames = [] } = options ?? {};
  const reserved = [...new Set([...usualControls, ...probe.controlNames(session), ...reservedNames])];
  const others = namesBySkeleton([...probe.tools.values()].map(({ name }) => name));
  const tools = [...probe.tools.values()].filter(({ id }) => ids?.has(id) ?? true).sort((left, right) => (left.id < right.id ? -1 : 1));
  return tools.flatMap((tool) => {
    if (reviewed.some((pattern) => matchTool(pattern, tool))) return [];
    const findings = examineDefinition(tool, { reserved, others });
    return findings.length === 0 ? [] : [{ toolId: tool.id, id: showName(tool.id), findings }];
  });
}

/** One finding in words. */
export function textFindingWords({ field, reason, excerpt }: TextFinding): string {
  return `its ${field} ${reason}${excerpt === undefined ? '' : `: "${excerpt}"`}`;
}

/** The findings as lines of `doctor`. */
export async function textFindings(session: Session, probe: DefinitionProbe): Promise<readonly Finding[]> {
  const suspicious = await suspiciousTexts(session, probe);
  if (suspicious.length === 0) {
    return [{ level: 'ok', subject: 'texts', message: 'no hidden text, look-alike name or instruction was found in the definitions' }];
  }
  const lines = suspicious.slice(0, mostTools).flatMap(({ id, findings }) => {
    const shown = findings
      .slice(0, mostFindings)
      .map((finding): Finding => ({ level: 'warning', subject: id, message: textFindingWords(finding) }));
    const left = findings.length - shown.length;
    return left === 0 ? shown : [...shown, { level: 'warning' as const, subject: id, message: `and ${left} more of them` }];
  });
  const left = suspicious.length - Math.min(suspicious.length, mostTools);
  if (left > 0) lines.push({ level: 'warning', subject: 'texts', message: `${left} more tools have such texts` });
  const isGuarded = session.configuration.plugins.some(({ name }) => name === guard);
  const advice = isGuarded ? [] : [adviceFor(suspicious.length)];
  return [...lines, ...advice];
}

function adviceFor(count: number): Finding {
  const what = count === 1 ? 'the tool above' : `the ${count} tools above`;
  const message = `look at ${what}; "plugins": [["${guard}", { "instructions": "quarantine", "lookAlikes": "quarantine" }]] keeps such tools out until they are reviewed`;
  return { level: 'warning', subject: 'texts', message };
}
