import type { JsonObject } from '@toolrack/contracts';

const patterns: JsonObject = { $ref: '#/$defs/patterns' };
const plain: JsonObject = { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] };

/** JSON Schema of the options of `policy`; the published `schema/policy.schema.json` is this object. */
export const policySchema: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Toolrack policy',
  description: 'Rules for who may use which tools. Deny wins over ask, ask over allow; the order of rules does not matter.',
  type: 'object',
  additionalProperties: false,
  properties: {
    rules: { type: 'array', items: { $ref: '#/$defs/rule' } },
    default: {
      description: 'What happens to a tool that no rule matches. Absent: it is allowed, but denied in runs that an allow rule is about.',
      enum: ['deny', 'ask'],
    },
  },
  $defs: {
    pattern: { type: 'string', pattern: '^\\S(.*\\S)?$' },
    patterns: {
      anyOf: [{ $ref: '#/$defs/pattern' }, { type: 'array', minItems: 1, items: { $ref: '#/$defs/pattern' } }],
    },
    rule: {
      type: 'object',
      additionalProperties: false,
      oneOf: [{ required: ['allow'] }, { required: ['deny'] }, { required: ['ask'] }],
      not: { required: ['allow', 'arguments'] },
      properties: {
        name: { description: 'Name for logs and explanations.', type: 'string', pattern: '\\S' },
        allow: { description: 'Tools that are allowed; all others are denied where such a rule applies.', ...patterns },
        deny: { description: 'Tools that do not exist for these runs.', ...patterns },
        ask: { description: 'Tools whose calls need an approval.', ...patterns },
        except: { description: 'Tools that the rule leaves alone.', ...patterns },
        tenants: patterns,
        agents: patterns,
        profiles: patterns,
        sandboxes: patterns,
        sessions: patterns,
        sources: { description: 'Patterns over <kind>:<owner>.', ...patterns },
        trust: { enum: ['trusted', 'untrusted'] },
        annotations: {
          description: 'Hints with the defaults of the MCP specification.',
          type: 'object',
          minProperties: 1,
          additionalProperties: plain,
          patternProperties: { Hint$: { type: 'boolean' } },
        },
        arguments: {
          description: 'Conditions by dotted path or JSON pointer, checked when a call is made.',
          type: 'object',
          minProperties: 1,
          propertyNames: { not: { enum: ['', '/'] } },
          additionalProperties: { anyOf: [plain, { type: 'null' }, { $ref: '#/$defs/condition' }] },
        },
        reason: { description: 'Why, for operators and approvers.', type: 'string', pattern: '\\S' },
        public: { description: 'Tell the model the reason when a call is denied.', type: 'boolean' },
      },
    },
    condition: {
      type: 'object',
      additionalProperties: false,
      minProperties: 1,
      properties: {
        equals: true,
        oneOf: { type: 'array', minItems: 1 },
        pattern: patterns,
        notPattern: patterns,
        above: { type: 'number' },
        below: { type: 'number' },
        exists: { type: 'boolean' },
      },
      if: { required: ['exists'], properties: { exists: { const: false } } },
      then: { maxProperties: 1 },
    },
  },
};
