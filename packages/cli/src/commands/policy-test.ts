import { readFileSync } from 'node:fs';

import { scopeKeys } from '@toolrack/contracts';
import type { ExpectationResult, PolicyExpectation } from '@toolrack/policy';
import jsonc, { type ParseError } from 'jsonc-parser';

import { catalogProbe } from '../catalog-probe.js';
import type { CommandContext } from '../command-context.js';
import { placeError } from '../config/place-error.js';
import { onlySourcesOf } from '../only-source-of.js';
import { renderTable } from '../terminal/table.js';
import { UsageError } from '../usage-error.js';
import { withRun } from '../with-run.js';

/** What `toolrack policy test` takes. */
export interface PolicyTestOptions {
  /** A JSON array of expectations; comments are allowed. */
  readonly file: string;
  /** Start no source; annotations and trust are what the table says. */
  readonly offline: boolean;
}

/** `toolrack policy test FILE`: the rules against a table of expectations. Exit code 1 when one is missed. */
export async function policyTest(context: CommandContext, options: PolicyTestOptions): Promise<number> {
  const { evaluateExpectations, parseExpectations, PolicyExplainers } = await import('@toolrack/policy');
  const table = readTable(options.file, parseExpectations);
  const probe = catalogProbe();
  const ids = options.offline ? [] : table.map(({ tool }) => tool);
  return withRun(context, { plugins: [probe.plugin, onlySourcesOf(ids)] }, async ({ configuration, runtime }) => {
    const [explainer] = runtime.contributions(PolicyExplainers);
    if (explainer === undefined) throw new UsageError(`${configuration.file} has no rules of @toolrack/policy to test`);
    const results = evaluateExpectations(explainer.current, table, (id) => probe.find(id));
    const missed = results.filter(({ passed }) => !passed).length;
    const absent = [...new Set(table.map(({ tool }) => tool))].filter((id) => probe.find(id) === undefined);
    if (context.isJson) {
      const rows = results.map(({ expectation, actual, passed, why }) => ({ ...expectation, actual, passed, why }));
      context.terminal.printJson({ ok: missed === 0, passed: results.length - missed, missed, results: rows, notInCatalog: absent });
    } else {
      context.terminal.print(
        renderTable(['', 'TOOL', 'WHO', 'ARGUMENTS', 'EXPECTED', 'FOUND', 'WHY'], results.map(rowOf), context.terminal.width),
      );
      context.terminal.print(
        `\n${results.length - missed} of ${results.length} expectations hold${missed === 0 ? '.' : `, ${missed} missed.`}\n`,
      );
    }
    if (!options.offline && absent.length > 0) {
      context.terminal.note(`Not in the catalog now, so annotations and trust are what the table says: ${absent.join(', ')}`);
    }
    return missed === 0 ? 0 : 1;
  });
}

function rowOf({ expectation, actual, passed, why }: ExpectationResult): readonly string[] {
  const { tool, expect } = expectation;
  const given = expectation.arguments === undefined ? '' : JSON.stringify(expectation.arguments);
  return [passed ? 'ok' : 'MISSED', tool, whoOf(expectation), given, expect, actual, why];
}

function whoOf(expectation: PolicyExpectation): string {
  return scopeKeys.flatMap((key) => (expectation[key] === undefined ? [] : [`${key} ${expectation[key]}`])).join(', ');
}

function readTable(file: string, parse: (value: unknown) => readonly PolicyExpectation[]): readonly PolicyExpectation[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`policy test: cannot read ${file}: ${(error as Error).message}`);
  }
  const faults: ParseError[] = [];
  const value: unknown = jsonc.parse(text.replace(/^\uFEFF/u, ''), faults, { allowTrailingComma: true });
  if (faults[0] !== undefined) {
    const line = text.slice(0, faults[0].offset).split('\n').length;
    throw new UsageError(
      `${file}:${line}: not valid JSON. Write an array such as [{ "tool": "mcp:github:delete_repo", "expect": "deny" }]`,
    );
  }
  try {
    return parse(value);
  } catch (error) {
    throw placeError(error, file);
  }
}
