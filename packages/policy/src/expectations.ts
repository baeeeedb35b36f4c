import { scopeKeys, ToolrackError, type Scope, type ToolAnnotations, type Trust } from '@toolrack/contracts';
import { closestKey, isPlainObject } from './check-values.js';
import type { CompiledPolicy } from './compiled-policy.js';
import type { PolicyTool } from './compiled-rule.js';
import { explainPolicy } from './explain-policy.js';

/** One line of a table of expectations. */
export interface PolicyExpectation extends Scope {
  /** Id `<kind>:<owner>:<name>`. */
  readonly tool: string;
  readonly expect: 'allow' | 'ask' | 'deny';
  /** Arguments of a call; without them, rules that look at arguments do not decide. */
  readonly arguments?: Readonly<Record<string, unknown>>;
  /** For a tool that is not in the catalog. */
  readonly annotations?: ToolAnnotations;
  /** For a tool that is not in the catalog (untrusted). */
  readonly trust?: Trust;
}

/** How one expectation came out. */
export interface ExpectationResult {
  readonly expectation: PolicyExpectation;
  readonly actual: 'allow' | 'ask' | 'deny';
  readonly passed: boolean;
  readonly why: string;
}

const expectationKeys = ['tool', 'expect', 'arguments', 'annotations', 'trust', ...scopeKeys];

/** Makes of an id what a policy looks at; the name may contain colons. `undefined` when it is not `<kind>:<owner>:<name>`. */
export function toolOfId(id: string, facts: Partial<Pick<PolicyTool, 'annotations' | 'trust'>> = {}): PolicyTool | undefined {
  const [kind, owner, ...rest] = id.split(':');
  const name = rest.join(':');
  if (kind === undefined || owner === undefined || kind === '' || owner === '' || name === '') return undefined;
  return { id, name, source: { kind, owner }, trust: 'untrusted', ...facts };
}

function fault(message: string): never {
  throw new ToolrackError('ERR_CONFIG_VALUE', message, { plugin: '@toolrack/policy' });
}

/** Checks a table of expectations; throws `ERR_CONFIG_VALUE` that names the line and key. */
export function parseExpectations(value: unknown): readonly PolicyExpectation[] {
  if (!Array.isArray(value) || value.length === 0) fault('Expectations must be an array with at least one entry.');
  return (value as unknown[]).map((entry, index) => {
    const place = `Expectation ${index + 1}`;
    if (!isPlainObject(entry)) fault(`${place} must be an object with "tool" and "expect".`);
    for (const [key, given] of Object.entries(entry)) {
      if (!expectationKeys.includes(key)) fault(`${place}: unknown key "${key}".${closestKey(key, expectationKeys)}`);
      const isObject = key === 'arguments' || key === 'annotations';
      if (isObject ? !isPlainObject(given) : typeof given !== 'string') {
        fault(`${place}: "${key}" must be ${isObject ? 'an object' : 'a text'}.`);
      }
    }
    const { tool, expect, trust } = entry;
    if (typeof tool !== 'string' || toolOfId(tool) === undefined) fault(`${place}: "tool" must be <kind>:<owner>:<name>.`);
    if (expect !== 'allow' && expect !== 'ask' && expect !== 'deny') {
      fault(`${place}: "expect" must be "allow", "ask" or "deny".`);
    }
    if (trust !== undefined && trust !== 'trusted' && trust !== 'untrusted') {
      fault(`${place}: "trust" must be "trusted" or "untrusted".`);
    }
    return entry as unknown as PolicyExpectation;
  });
}

/** Compares a policy with a table. `findTool` gives the real definition of an id, if there is one. */
export function evaluateExpectations(
  policy: CompiledPolicy,
  expectations: readonly PolicyExpectation[],
  findTool: (id: string) => PolicyTool | undefined = () => undefined,
): readonly ExpectationResult[] {
  return expectations.map((expectation) => {
    const { tool: id, annotations, trust } = expectation;
    const facts = { ...(annotations === undefined ? {} : { annotations }), ...(trust === undefined ? {} : { trust }) };
    const tool = findTool(id) ?? toolOfId(id, facts);
    if (tool === undefined) fault(`"${id}" is not an id of the form <kind>:<owner>:<name>.`);
    const scope: Scope = Object.fromEntries(scopeKeys.flatMap((key) => (expectation[key] === undefined ? [] : [[key, expectation[key]]])));
    const { decision, why } = explainPolicy(policy, tool, scope, expectation.arguments);
    return { expectation, actual: decision, passed: decision === expectation.expect, why };
  });
}
