import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';

import {
  definePlugin,
  matchPattern,
  matchTool,
  reasonOf,
  sourceId,
  ToolrackError,
  type Plugin,
  type SourceSummary,
} from '@toolrack/contracts';
import type { ComparedCatalog, Lock, LockChange, PolicyLockOptions } from '@toolrack/policy-lock';

import { catalogProbe, type CatalogProbe } from '../catalog-probe.js';
import type { CommandContext } from '../command-context.js';
import type { Configuration } from '../config/configuration.js';
import { lockPlugin } from '../config/with-lock.js';
import { UsageError } from '../usage-error.js';
import { version } from '../version.js';
import { withRun, type Session } from '../with-run.js';
import { definitionProbe, suspiciousTexts, textFindingWords, type DefinitionProbe } from './text-findings.js';

/** Most tools with suspicious texts that are named after a lock was written. */
const mostNotes = 10;

/** What `toolrack lock` takes. */
export interface LockOptions {
  /** Write nothing; exit code 1 when something differs. */
  readonly check: boolean;
  /** Ids or patterns of the differences to take over; none means all. Absent: none is taken over. */
  readonly accept: readonly string[] | undefined;
}

/** A catalog beside its lock. */
interface Review {
  readonly file: string;
  /** Absent before the first `toolrack lock`. */
  readonly lock: Lock | undefined;
  readonly catalog: ComparedCatalog;
  readonly changes: readonly LockChange[];
  /** Sources whose tools are not known now. */
  readonly missing: readonly SourceSummary[];
  readonly isEnforced: boolean;
  /** What a reader may overlook in the texts of tools that are not as they were reviewed, by their id. */
  readonly suspicious: ReadonlyMap<string, readonly string[]>;
}

/** `toolrack lock`: writes the first lock; afterwards shows what differs and takes over what is accepted. Exit code 1 when something differs. */
export async function lock(context: CommandContext, options: LockOptions): Promise<number> {
  if (options.check && options.accept !== undefined) throw new UsageError('--check and --accept exclude each other');
  const probe = catalogProbe();
  const definitions = definitionProbe();
  return withRun(context, { plugins: [definitions.plugin, probe.plugin], replace: unlocked }, async (session) => {
    const review = await reviewOf(session, probe, definitions);
    if (review.lock !== undefined && options.accept === undefined) return report(context, review);
    if (options.check) return missingLock(context, review);
    return write(context, review, options.accept ?? []);
  });
}

/** A plugin of the same name that keeps nothing out: what is locked is decided here. */
function unlocked(plugin: Plugin): Plugin {
  return plugin.name === lockPlugin ? definePlugin({ name: lockPlugin, version, api: '^1', apply: () => undefined })() : plugin;
}

async function reviewOf(session: Session, probe: CatalogProbe, definitions: DefinitionProbe): Promise<Review> {
  const { configuration, runtime } = session;
  const { unlockedSources, compareLock, readLock } = await import('@toolrack/policy-lock');
  const place = configuration.lock as NonNullable<Configuration['lock']>;
  const { file, origins, except = unlockedSources }: PolicyLockOptions & { readonly file: string } = place;
  const sources = runtime.sources().filter(({ id }) => !except.some((pattern) => matchPattern(pattern, id)));
  const isListed = ({ state }: SourceSummary): boolean => state === 'started' || state === 'known';
  const catalog: ComparedCatalog = {
    tools: probe.tools().filter((tool) => !except.some((pattern) => matchPattern(pattern, sourceId(tool.source)))),
    origins,
    listed: new Set(sources.filter(isListed).map(({ id }) => id)),
  };
  const existing = existsSync(file) ? readLock(file) : undefined;
  const changes = compareLock(existing ?? { sources: new Map(), tools: new Map() }, catalog);
  const missing = sources.filter((source) => !isListed(source));
  const found = await suspiciousTexts(session, definitions, new Set(changes.map(({ id }) => id)));
  const suspicious = new Map(found.map(({ toolId, findings }) => [toolId, findings.map(textFindingWords)]));
  return { file, lock: existing, catalog, changes, missing, isEnforced: place.isEnforced, suspicious };
}

async function report(context: CommandContext, review: Review): Promise<number> {
  const { renderChange } = await import('@toolrack/policy-lock');
  const { showLookAlikes, showName } = await import('@toolrack/text-guard');
  const { file, changes, missing, catalog, suspicious } = review;
  const isOk = changes.length === 0 && missing.length === 0;
  if (context.isJson) {
    const states = missing.map(({ id, state, reason }) => ({ id, state, ...(reason === undefined ? {} : { reason }) }));
    context.terminal.printJson({
      file,
      ok: isOk,
      tools: catalog.tools.length,
      changes,
      unchecked: states,
      ...(suspicious.size === 0 ? {} : { suspicious: Object.fromEntries(suspicious) }),
    });
    return isOk ? 0 : 1;
  }
  const { terminal } = context;
  for (const change of changes) {
    const [heading = '', ...lines] = renderChange(change);
    // What stands behind a backslash is an escape of JSON and no part of a word.
    const shown = lines.map((line) =>
      line.replace(/(\\(?:u[\da-f]{4}|.))|[^\\]+/gu, (piece, escape?: string) => escape ?? showLookAlikes(piece)),
    );
    const notes = (suspicious.get(change.id) ?? []).map((note) => `  ! ${note}`);
    terminal.print(`${[showName(change.id) + heading.slice(change.id.length), ...shown, ...notes].join('\n')}\n\n`);
  }
  for (const { id, state, reason } of missing) {
    terminal.print(`${id}: not checked, it is ${state}${reason === undefined ? '' : `: ${reason}`}\n\n`);
  }
  if (isOk) terminal.print(`${file}: all ${catalog.tools.length} tools are as they were reviewed.\n`);
  else if (changes.length > 0) {
    terminal.print(`${file}: ${count(changes.length, 'tool is', 'tools are')} not as reviewed.\n`);
    terminal.note(`Take over what you have read: "toolrack lock --accept ID…", or all of it with "toolrack lock --accept".`);
  }
  return isOk ? 0 : 1;
}

function missingLock(context: CommandContext, { file, catalog }: Review): number {
  if (context.isJson) context.terminal.printJson({ file, ok: false, tools: catalog.tools.length, missing: true });
  else context.terminal.note(`${file} does not exist. Review the tools and write it with "toolrack lock".`);
  return 1;
}

async function write(context: CommandContext, review: Review, wanted: readonly string[]): Promise<number> {
  const { acceptChanges, renderLock } = await import('@toolrack/policy-lock');
  const { file, lock: existing, catalog, changes, missing } = review;
  const accepted = wanted.length === 0 ? changes : changes.filter((change) => wanted.some((pattern) => isMeant(pattern, change)));
  for (const pattern of wanted) {
    if (!changes.some((change) => isMeant(pattern, change)))
      throw new UsageError(`--accept: no difference is called "${pattern}"; "toolrack lock --check" shows them`);
  }
  refuseHalfMoved(changes, accepted);
  const next = acceptChanges(existing ?? { sources: new Map(), tools: new Map() }, catalog, accepted);
  if (existing === undefined || accepted.length > 0) replace(file, renderLock(next));
  const left = changes.length - accepted.length;
  const unlisted = missing.map(({ id }) => id);
  if (context.isJson) {
    context.terminal.printJson({
      file,
      tools: next.tools.size,
      accepted: accepted.map(({ id, status }) => ({ id, status })),
      left,
      unlisted,
    });
  } else {
    const done =
      existing === undefined
        ? `${count(next.tools.size, 'tool is', 'tools are')} locked`
        : `${count(accepted.length, 'change', 'changes')} accepted`;
    context.terminal.print(`${file}: ${done}${left > 0 ? `, ${left} still quarantined` : ''}.\n`);
    for (const { id, state } of missing) context.terminal.note(`toolrack: ${id} is ${state}, so its tools are not locked.`);
    await noteSuspicious(context, accepted, review.suspicious);
    if (!review.isEnforced && existing === undefined) context.terminal.note(adviceFor(file));
  }
  return existing === undefined && missing.length > 0 ? 1 : 0;
}

/** What was just taken over and yet deserves a look. */
async function noteSuspicious(
  { terminal }: CommandContext,
  accepted: readonly LockChange[],
  suspicious: Review['suspicious'],
): Promise<void> {
  const { showName } = await import('@toolrack/text-guard');
  const told = accepted.filter(({ id }) => suspicious.has(id));
  for (const { id } of told.slice(0, mostNotes)) terminal.note(`toolrack: look at ${showName(id)}: ${suspicious.get(id)?.join('; ')}`);
  if (told.length > mostNotes) terminal.note(`toolrack: and at ${told.length - mostNotes} more; "toolrack doctor" shows them`);
}

function adviceFor(file: string): string {
  return `A toolrack.json beside ${file} is held to it from now on ("lock": true makes that certain); a JavaScript configuration adds policyLock().`;
}

function isMeant(pattern: string, change: LockChange): boolean {
  const name = (change.after ?? change.before)?.name ?? '';
  return matchTool(pattern, { id: change.id, name });
}

/** Program and address belong to the whole source: to accept them for one tool would release the others unseen. */
function refuseHalfMoved(changes: readonly LockChange[], accepted: readonly LockChange[]): void {
  const sourceOf = ({ id }: LockChange): string => id.split(':', 2).join(':');
  const taken = new Set(accepted.map(sourceOf));
  const left = changes.find((change) => change.status === 'moved' && taken.has(sourceOf(change)) && !accepted.includes(change));
  if (left === undefined) return;
  throw new UsageError(`another program or address stands behind ${sourceOf(left)}; accept all of it with --accept "${sourceOf(left)}:*"`);
}

/** At once: a reader sees the old lock or the new one. */
function replace(file: string, text: string): void {
  const fresh = `${file}.${process.pid}.new`;
  try {
    writeFileSync(fresh, text, { flag: 'wx' });
    renameSync(fresh, file);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw new ToolrackError('ERR_CONFIG_FILE', `Cannot write ${file}: ${reasonOf(error)}`, { cause: error });
  }
}

function count(number: number, one: string, several: string): string {
  return `${number} ${number === 1 ? one : several}`;
}
