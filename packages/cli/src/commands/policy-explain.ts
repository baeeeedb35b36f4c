import { scopeKeys, ToolrackError, ToolSources, type Runtime, type Scope, type ToolDescriptor } from '@toolrack/contracts';
import type { PolicyExplainer, PolicyExplanation, PolicyTool } from '@toolrack/policy';

import { catalogProbe } from '../catalog-probe.js';
import type { CommandContext } from '../command-context.js';
import { didYouMean } from '../config/did-you-mean.js';
import { onlySourceOf } from '../only-source-of.js';
import { renderTable } from '../terminal/table.js';
import { withRun, type Session } from '../with-run.js';
import { readArguments } from './call.js';
import { quarantineNotes, type QuarantineNote } from './quarantine-notes.js';

/** What `toolrack policy explain` takes. */
export interface PolicyExplainOptions {
  readonly scope: Scope;
  /** Id, or a name that only one tool has. */
  readonly tool: string;
  /** JSON, `@FILE` or `-`; absent: rules that look at arguments do not decide. */
  readonly args: string | undefined;
}

/** What the rules say, and whether the run agrees. */
interface Answer extends Omit<PolicyExplanation, 'rule'> {
  readonly tool: string;
  readonly scope: Scope;
  readonly rule?: PolicyExplanation['rule'];
  /** False: no source lists it, so its annotations and trust are not known. */
  readonly inCatalog: boolean;
  /** Whether a run of this scope has the tool; other plugins than the rules may hide it. */
  readonly visible: boolean;
  /** Plugins besides the rules that decide about tools or calls. */
  readonly alsoAsked: readonly string[];
  readonly notes: readonly string[];
}

/** What is known when a tool is explained. */
interface Facts {
  readonly session: Session;
  readonly explainers: readonly PolicyExplainer[];
  readonly quarantined: QuarantineNote | undefined;
}

/** `toolrack policy explain`: which rule decides about a tool for this scope, and why. The exit code is 0 whatever the decision is, and 1 when no source lists the tool. */
export async function policyExplain(context: CommandContext, options: PolicyExplainOptions): Promise<number> {
  const given = options.args === undefined ? undefined : await readArguments(options.args);
  const { PolicyExplainers, toolOfId } = await import('@toolrack/policy');
  const probe = catalogProbe();
  const plugins = toolOfId(options.tool) === undefined ? [probe.plugin] : [probe.plugin, onlySourceOf(options.tool)];
  return withRun(context, { scope: options.scope, plugins }, async (session) => {
    const found = findDefinition(probe.tools(), options.tool);
    const tool = found ?? toolOfId(options.tool);
    if (tool === undefined) throw unknownTool(probe.tools(), options.tool);
    const explainers = session.runtime.contributions(PolicyExplainers);
    const quarantined = (await quarantineNotes(session.runtime)).find(({ id }) => id === tool.id);
    const answer = answerFor({ session, explainers, quarantined }, tool, found !== undefined, options.scope, given);
    if (context.isJson) context.terminal.printJson(answer);
    else print(context, answer);
    if (found === undefined) context.terminal.note(unlisted(options.tool, probe.tools(), session));
    return found === undefined ? 1 : 0;
  });
}

function answerFor(
  { session: { runtime, run }, explainers, quarantined }: Facts,
  tool: PolicyTool,
  inCatalog: boolean,
  scope: Scope,
  given: unknown,
): Answer {
  const explanations = explainers.map((explainer) => explainer.explain(tool, scope, given));
  // Denials of several plugins add up, so the strictest one speaks.
  const strictest = explanations.find(({ decision }) => decision === 'deny') ??
    explanations.find(({ decision }) => decision === 'ask') ??
    explanations[0] ?? {
      decision: 'allow' as const,
      why: 'No rules are in force (policyOpen, or a policy of another plugin).',
      considered: [],
    };
  const visible = run.entries.some((entry) => entry.tool.id === tool.id);
  const alsoAsked = askedBesides(runtime);
  const notes: string[] = [];
  if (!inCatalog)
    notes.push(
      'No source lists this tool now, so its annotations and its trust are not known; rules that look at them may decide otherwise.',
    );
  if (inCatalog && quarantined === undefined && !visible && strictest.decision !== 'deny') {
    notes.push(
      `The rules do not deny it, and yet the run does not have it: another plugin hides it (asked: ${alsoAsked.join(', ') || 'none'}).`,
    );
  }
  const waiting = strictest.considered.filter(({ outcome }) => outcome === 'needs arguments').length;
  if (waiting > 0 && strictest.decision !== 'deny')
    notes.push(`${waiting} ${waiting === 1 ? 'rule looks' : 'rules look'} at arguments; give them with --args JSON.`);
  const { rule: _rule, ...rest } = strictest;
  const decided = quarantined === undefined ? strictest : { ...rest, decision: 'deny' as const, why: `It is ${quarantined.message}.` };
  return { tool: tool.id, scope, ...decided, inCatalog, visible, alsoAsked, notes };
}

/** Who else decides: other plugins, and OpenClaw's own in the place of the source that asks them. */
function askedBesides(runtime: Runtime): readonly string[] {
  const deciding = ['policy', 'authorize', 'approvalNeeded', 'visibility'];
  // The result store decides about its own tool alone.
  const known = /^@toolrack\/(?:policy$|source-openclaw$|result-store$|cli|surface-)/u;
  const plugins = runtime
    .inspect()
    .taps.filter(({ hook, plugin }) => deciding.includes(hook) && !known.test(plugin))
    .map(({ plugin }) => plugin);
  const handlers = runtime
    .contributions(ToolSources)
    .flatMap((source) => (source as { readonly askedAboutCalls?: readonly string[] }).askedAboutCalls ?? []);
  return [...new Set([...plugins, ...handlers.map((id) => `${id} (before_tool_call)`)])];
}

function print({ terminal }: CommandContext, answer: Answer): void {
  const who = scopeKeys.flatMap((key) => (answer.scope[key] === undefined ? [] : [`${key} ${answer.scope[key]}`])).join(', ');
  const words = { allow: 'ALLOW', ask: 'ASK', deny: 'DENY' }[answer.decision];
  terminal.print(`${answer.tool} for ${who === '' ? 'a run that does not say who it is' : who}: ${words}\n${answer.why}\n`);
  for (const note of answer.notes) terminal.print(`Note: ${note}\n`);
  if (answer.alsoAsked.length > 0) terminal.print(`Also asked at run time: ${answer.alsoAsked.join(', ')}\n`);
  const rows = answer.considered.map((rule) => [String(rule.position + 1), rule.decision, rule.outcome, rule.label, rule.reason ?? '']);
  if (rows.length > 0) terminal.print(`\n${renderTable(['#', 'DECISION', 'OUTCOME', 'RULE', 'REASON'], rows, terminal.width)}`);
}

function findDefinition(tools: readonly ToolDescriptor[], wanted: string): ToolDescriptor | undefined {
  const byId = tools.find(({ id }) => id === wanted);
  if (byId !== undefined) return byId;
  const named = tools.filter(({ name }) => name === wanted);
  if (named.length > 1) {
    const ids = named.map(({ id }) => id).join(', ');
    throw new ToolrackError('ERR_TOOL_AMBIGUOUS', `Several tools are named "${wanted}". Use one of the ids ${ids}.`);
  }
  return named[0];
}

function unknownTool(tools: readonly ToolDescriptor[], wanted: string): ToolrackError {
  return new ToolrackError(
    'ERR_TOOL_UNKNOWN',
    `No source lists a tool "${wanted}", and it is no id of the form <kind>:<owner>:<name>.${nearest(tools, wanted)}`,
  );
}

function nearest(tools: readonly ToolDescriptor[], wanted: string): string {
  return didYouMean(
    wanted,
    tools.flatMap(({ id, name }) => [id, name]),
  );
}

/** Rules hold for tools that are not there too, so they were explained; but the id may be a mistake, or its source may be away. */
function unlisted(wanted: string, tools: readonly ToolDescriptor[], { run }: Session): string {
  const away = run.catalog.sources
    .filter(({ state }) => !['started', 'known', 'skipped'].includes(state))
    .map(({ id, state }) => `${id} (${state})`);
  const missing = away.length === 0 ? '' : ` Sources that are not there: ${away.join(', ')}.`;
  return `toolrack: there is no tool "${wanted}": no source lists it.${nearest(tools, wanted)}${missing}`;
}
