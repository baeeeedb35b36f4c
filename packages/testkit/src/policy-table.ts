import type { JsonObject, PolicyPhase, Scope, ToolDescriptor } from '@toolrack/contracts';
import { canonicalText } from './canonical-json.js';
import { fixtureTool, type FixtureToolInput } from './fixture-tool.js';
import { checkFilled, checkKeys, checkUnique } from './options.js';
import { throwingSchema, type ThrowingSchema } from './throwing-schema.js';

/** A tool and a caller. */
export interface PolicyCase {
  /** Name of the case; default: made of the expectation and the tool. */
  readonly name?: string;
  /** An id, or what differs from the defaults of `fixtureTool`. */
  readonly tool: string | FixtureToolInput;
  readonly scope?: Scope;
  /** Asked in this phase only; default: in all four. */
  readonly phase?: PolicyPhase;
  /** Arguments of the call, for rules that look at them. */
  readonly arguments?: JsonObject;
}

/** A case that must be refused or asked about. */
export interface PolicyExpectation extends PolicyCase {
  /** The reason that must be given: equal, or matched by the pattern. */
  readonly reason: string | RegExp;
  /** The rule that must be named. */
  readonly rule?: string;
}

/** The halves of a table. `asks` may be absent; a half that is given must not be empty. */
export interface PolicyTable {
  readonly allows: readonly (string | PolicyCase)[];
  readonly denies: readonly PolicyExpectation[];
  readonly asks?: readonly PolicyExpectation[];
}

/** One row, ready to run. */
export interface PolicyRow {
  readonly verdict: 'allows' | 'denies' | 'asks';
  readonly name: string;
  readonly tool: ToolDescriptor;
  /** The schema of an untrusted tool, which no policy may read. */
  readonly guard?: ThrowingSchema;
  readonly scope: Scope;
  readonly phases: readonly PolicyPhase[];
  readonly arguments: JsonObject;
  readonly reason?: string | RegExp;
  readonly rule?: string;
}

const allPhases: readonly PolicyPhase[] = ['list', 'search', 'describe', 'call'];
const caseKeys = ['name', 'scope', 'phase', 'arguments'];
const toolKeys = [
  'id',
  'name',
  'title',
  'description',
  'source',
  'trust',
  'exposure',
  'execution',
  'inputSchema',
  'outputSchema',
  'annotations',
];

function checkCase(where: string, row: PolicyCase, verdict: PolicyRow['verdict']): void {
  const expects = verdict !== 'allows';
  checkKeys(where, row, {
    required: expects ? ['tool', 'reason'] : ['tool'],
    optional: expects ? [...caseKeys, 'rule'] : caseKeys,
  });
  if (typeof row.tool !== 'string') checkKeys(`${where}.tool`, row.tool, { required: [], optional: toolKeys });
  else if (!/^[^:]+:[^:]+:.+$/u.test(row.tool)) {
    throw new TypeError(`${where}.tool "${row.tool}" is no id of the form <kind>:<owner>:<name>.`);
  }
  if (row.scope !== undefined) {
    checkKeys(`${where}.scope`, row.scope, { required: [], optional: ['tenant', 'agent', 'profile', 'sandbox', 'session'] });
  }
  if (row.phase !== undefined && !allPhases.includes(row.phase)) {
    throw new TypeError(`${where}.phase must be one of ${allPhases.join(', ')}.`);
  }
}

function rowOf(verdict: PolicyRow['verdict'], row: PolicyCase & Partial<PolicyExpectation>): PolicyRow {
  const input: FixtureToolInput = typeof row.tool === 'string' ? { id: row.tool } : row.tool;
  const plain = fixtureTool(input);
  const guarded = plain.trust === 'untrusted' && input.inputSchema === undefined;
  const guard = guarded ? throwingSchema() : undefined;
  const tool = guard === undefined ? plain : fixtureTool({ ...input, inputSchema: guard.schema });
  const scope = row.scope ?? {};
  const caller = Object.entries(scope).map(([key, value]) => ` for ${key} ${String(value)}`);
  const place = row.phase === undefined ? '' : ` at ${row.phase}`;
  const given = row.arguments === undefined ? '' : ` with ${canonicalText(row.arguments)}`;
  return {
    verdict,
    name: row.name ?? `${verdict} ${tool.id}${caller.join('')}${place}${given}`,
    tool,
    ...(guard === undefined ? {} : { guard }),
    scope,
    phases: row.phase === undefined ? allPhases : [row.phase],
    arguments: row.arguments ?? {},
    ...(row.reason === undefined ? {} : { reason: row.reason }),
    ...(row.rule === undefined ? {} : { rule: row.rule }),
  };
}

/** Checks a table and returns its rows. Throws a `TypeError` that names what is wrong. */
export function normalizeTable(table: PolicyTable): readonly PolicyRow[] {
  checkKeys('The table', table, { required: ['allows', 'denies'], optional: ['asks'] });
  const rows: PolicyRow[] = [];
  const keys: string[] = [];
  for (const verdict of ['allows', 'denies', 'asks'] as const) {
    const half = table[verdict];
    if (half === undefined) continue;
    checkFilled(verdict, half);
    half.forEach((entry, index) => {
      const row: PolicyCase = typeof entry === 'string' && verdict === 'allows' ? { tool: entry } : (entry as PolicyCase);
      checkCase(`${verdict}[${String(index)}]`, row, verdict);
      const { scope, phase, arguments: callArguments } = row;
      const made = rowOf(verdict, row);
      // The verdict is left out: the same question must not stand in two halves either.
      keys.push(canonicalText({ tool: made.tool.digest, scope, phase, arguments: callArguments }));
      rows.push(made);
    });
  }
  checkUnique('The table', keys);
  checkUnique(
    'The table',
    rows.map(({ name }) => name),
  );
  return rows;
}
