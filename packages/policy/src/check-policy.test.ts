import { ToolrackError } from '@toolrack/contracts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { compilePolicy, policyFaults, policySchema } from './index.js';

const complaints: string[] = [];
const note = (...words: unknown[]): void => void complaints.push(words.join(' '));
const fits = new Ajv2020({ allErrors: true, logger: { log: note, warn: note, error: note } }).compile(policySchema);

const valid: unknown[] = [
  {},
  { rules: [] },
  { default: 'deny' },
  { rules: [{ deny: 'a' }, { ask: ['a', 'b*'], reason: 'r' }, { allow: '*', name: 'n', public: false }] },
  { rules: [{ deny: '*', agents: 'g', tenants: ['t'], profiles: 'p', sandboxes: 's', sessions: 's', sources: 'mcp:*' }] },
  { rules: [{ deny: '*', annotations: { destructiveHint: true, level: 3, kind: 'x' }, trust: 'untrusted', except: 'b' }] },
  { rules: [{ ask: '*', arguments: { a: 1, b: null, 'c.d': { pattern: ['x'], above: 1 }, '/e': { exists: false } } }] },
];

const invalid: [unknown, string][] = [
  [[], 'policy: must be an object'],
  [{ rule: [] }, 'rule: unknown key. Did you mean "rules"?'],
  [{ rules: {} }, 'rules: must be an array of rules.'],
  [{ default: 'allow' }, 'default: must be "deny" or "ask".'],
  [{ rules: ['x'] }, 'rules[0]: must be an object'],
  [{ rules: [{}] }, 'rules[0]: must have exactly one of "allow", "deny" and "ask": it has none.'],
  [{ rules: [{ allow: 'a', deny: 'b' }] }, 'it has deny and allow; write one rule for each.'],
  [{ rules: [{ deny: '' }] }, 'rules[0].deny: must not be empty; "*" matches everything.'],
  [{ rules: [{ deny: ' a' }] }, 'rules[0].deny: must not begin or end with white space.'],
  [{ rules: [{ deny: [] }] }, 'rules[0].deny: must name at least one pattern.'],
  [{ rules: [{ deny: ['a', 5] }] }, 'rules[0].deny[1]: must be a text'],
  [{ rules: [{ deny: 'a', agent: 'b' }] }, 'rules[0].agent: unknown key. Did you mean "agents"?'],
  [{ rules: [{ deny: 'a', wibble: 1 }] }, 'rules[0].wibble: unknown key. Known keys: name, deny,'],
  [{ rules: [{ deny: 'a', trust: 'some' }] }, 'rules[0].trust: must be "trusted" or "untrusted".'],
  [{ rules: [{ deny: 'a', public: 'yes' }] }, 'rules[0].public: must be true or false.'],
  [{ rules: [{ deny: 'a', reason: ' ' }] }, 'rules[0].reason: must be a text that is not empty.'],
  [{ rules: [{ deny: 'a', annotations: {} }] }, 'rules[0].annotations: must be an object'],
  [{ rules: [{ deny: 'a', annotations: { readOnlyHint: 'yes' } }] }, 'rules[0].annotations.readOnlyHint: must be true or false.'],
  [{ rules: [{ deny: 'a', annotations: { x: [] } }] }, 'rules[0].annotations.x: must be a text, a number'],
  [{ rules: [{ allow: 'a', arguments: { x: 1 } }] }, 'rules[0].arguments: only "deny" and "ask" may look at arguments'],
  [{ rules: [{ deny: 'a', arguments: {} }] }, 'rules[0].arguments: must be an object of conditions'],
  [{ rules: [{ deny: 'a', arguments: { '': 1 } }] }, 'rules[0].arguments: a path must not be empty.'],
  [{ rules: [{ deny: 'a', arguments: { x: {} } }] }, 'rules[0].arguments["x"]: must have at least one of'],
  [{ rules: [{ deny: 'a', arguments: { x: [1] } }] }, 'rules[0].arguments["x"]: must be a plain value'],
  [{ rules: [{ deny: 'a', arguments: { x: { equal: 1 } } }] }, 'rules[0].arguments["x"].equal: unknown key. Did you mean "equals"?'],
  [{ rules: [{ deny: 'a', arguments: { x: { above: '1' } } }] }, '.above: must be a number.'],
  [{ rules: [{ deny: 'a', arguments: { x: { exists: 1 } } }] }, '.exists: must be true or false.'],
  [{ rules: [{ deny: 'a', arguments: { x: { oneOf: [] } } }] }, '.oneOf: must be an array of values.'],
  [{ rules: [{ deny: 'a', arguments: { x: { exists: false, equals: 1 } } }] }, '"exists": false must stand alone.'],
];

describe('policyFaults', () => {
  it.each(['equals', 'oneOf'])('refuses a value of %s nested without end', (key) => {
    const value: unknown = JSON.parse(`${'['.repeat(4_000)}1${']'.repeat(4_000)}`);
    const [fault] = policyFaults({ rules: [{ deny: '*', arguments: { x: { [key]: value } } }] });
    expect(fault).toBe(`rules[0].arguments["x"].${key}: must not be nested deeper than 64 levels.`);
  });

  it.each(valid)('accepts %j, as the schema does', (options) => {
    expect(policyFaults(options)).toEqual([]);
    expect(fits(options)).toBe(true);
  });

  it.each(invalid)('refuses %j, as the schema does', (options, message) => {
    expect(policyFaults(options).join('\n')).toContain(message);
    expect(fits(options)).toBe(false);
  });

  it('names every fault of a policy, and at most ten in the message', () => {
    const rules = Array.from({ length: 12 }, () => ({ deny: '' }));
    let caught: unknown;
    try {
      compilePolicy({ rules });
    } catch (error) {
      caught = error;
    }
    expect(ToolrackError.is(caught) && caught.code).toBe('ERR_PLUGIN_OPTIONS');
    expect((caught as ToolrackError).fields['faults']).toHaveLength(12);
    expect((caught as ToolrackError).message).toMatch(/rules\[9\].* And 2 more\.$/);
  });

  it('agrees with the schema on any JSON', () => {
    const pattern = fc.constantFrom('a', '', 'a*', ' b', 3, null);
    const anyRule = fc.record(
      {
        allow: pattern,
        deny: fc.oneof(pattern, fc.array(pattern, { maxLength: 2 })),
        ask: pattern,
        agents: fc.oneof(pattern, fc.array(pattern, { maxLength: 2 })),
        annotations: fc.constantFrom({}, { readOnlyHint: 1 }, { x: 1 }, { destructiveHint: true }, [], null),
        arguments: fc.constantFrom({}, { a: 1 }, { a: { above: 1 } }, { a: { exists: false, above: 1 } }, { a: [] }, []),
        reason: fc.constantFrom('x', '', 1),
        public: fc.constantFrom(true, 0),
        other: fc.constant(1),
      },
      { requiredKeys: [] },
    );
    const options = fc.record({ rules: fc.array(fc.oneof({ arbitrary: anyRule, weight: 9 }, fc.jsonValue()), { maxLength: 2 }) });
    fc.assert(
      fc.property(options, (given) => {
        const json: unknown = JSON.parse(JSON.stringify(given));
        expect(policyFaults(json).length === 0).toBe(fits(json));
      }),
      { numRuns: 500 },
    );
  });
});

describe('the published schema', () => {
  it('is the schema that the plugin uses', () => {
    const file = readFileSync(new URL('../schema/policy.schema.json', import.meta.url), 'utf8');
    expect(JSON.parse(file)).toEqual(policySchema);
  });

  it('compiles without a complaint', () => {
    expect(complaints).toEqual([]);
  });
});
