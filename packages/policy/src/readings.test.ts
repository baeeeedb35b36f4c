import type { JsonObject } from '@toolrack/contracts';

import { compileArguments } from './argument-matcher.js';
import type { PolicyRule } from './rule.js';

type Conditions = NonNullable<PolicyRule['arguments']>;
const matches = (conditions: Conditions, given: unknown, schema?: JsonObject) => compileArguments(conditions)(given, schema);

describe('a rule about a value of a tool whose arguments nobody checks', () => {
  it.each<[string, Conditions, readonly unknown[]]>([
    ['a boolean', { v: true }, [true, 'true', ' TRUE ', 'yes', 'on', '1', 1, 't']],
    ['a boolean that is false', { v: false }, [false, 'false', 'No', '0', 0]],
    ['a number above', { v: { above: 5 } }, [9, '9', '9.0', ' 9e0 ', '0x9', ['9'], [['9']], '["9"]', ['["9"]'], '"9"', '"\\"9\\""']],
    [
      'a number above as Python reads one',
      { v: { above: 999 } },
      ['1_000', '0x3_e8', '１０００', '١٠٠٠', '१०००', '𝟏𝟬𝟎𝟎', '+1000', 'inf', 'Infinity', '1e999'],
    ],
    ['a number below as Python reads one', { v: { below: -999 } }, ['-inf', '-1_000.5', '-1e999']],
    ['a number', { v: 9 }, [9, '9', '9.00', '[9]']],
    ['a text that is a number', { v: '9' }, ['9', 9]],
    ['nothing', { v: null }, [null, 'null', '']],
    [
      'an element of a list',
      { v: { pattern: '/etc/*' } },
      [['/etc/a'], [['/etc/a']], [[[], ['x', ['/etc/a']]]], '["/etc/a"]', ' ["x", ["/etc/a"]]', '"/etc/a"'],
    ],
    ['a member of an object', { 'v.path': { pattern: '/etc/*' } }, [{ path: '/etc/a' }, '{"path":"/etc/a"}', '{"path":"[\\"/etc/a\\"]"}']],
  ])('finds %s in whatever type it is written', (_what, conditions, values) => {
    for (const v of values) expect([v, matches(conditions, { v })]).toEqual([v, true]);
  });

  const declared = (v: JsonObject): JsonObject => ({ type: 'object', properties: { v } });

  it('takes values as they are where they were checked against a declared type', () => {
    expect(matches({ v: true }, { v: 'true' }, declared({ type: 'string' }))).toBe(false);
    expect(matches({ v: { above: 5 } }, { v: '9' }, declared({ type: 'string' }))).toBe(false);
    const list = declared({ type: 'array', items: { type: 'string' } });
    expect(matches({ v: { above: 5 } }, { v: ['9'] }, list)).toBe(false);
    expect(matches({ 'v.0': { above: 5 } }, { v: ['9'] }, list)).toBe(false);
    const inside = declared({ type: 'object', properties: { path: { type: 'string' } } });
    expect(matches({ 'v.path': { above: 5 } }, { v: { path: '9' } }, inside)).toBe(false);
    expect(matches({ v: { pattern: '/etc/*' } }, { v: [['/etc/a']] }, declared({ type: 'array', items: list }))).toBe(true);
  });

  it.each<JsonObject>([
    {},
    { type: ['integer', 'string'] },
    { anyOf: [{ type: 'integer' }, { type: 'string' }] },
    { $ref: '#/$defs/amount' },
    { type: 'array' },
    { type: 'array', items: { type: ['integer', 'string'] } },
  ])('takes a value for what a tool may make of it where its schema says no type, or several: %j', (v) => {
    expect(matches({ v: { above: 5 } }, { v: '9' }, declared(v))).toBe(true);
    expect(matches({ v: { above: 5 } }, { v: ['9'] }, declared(v))).toBe(true);
    expect(matches({ 'v.path': '/etc/a' }, { v: '{"path":"/etc/a"}' }, declared({ properties: { path: { type: 'string' } } }))).toBe(true);
    expect(matches({ w: { above: 5 } }, { w: '9' }, declared(v))).toBe(true);
  });

  it('does not find what is not there', () => {
    for (const v of ['false', 'maybe', 0, 'x', '{', '[true', {}]) expect([v, matches({ v: true }, { v })]).toEqual([v, false]);
    for (const v of ['5', '', 'NaN', '-Infinity', '1,000', '_9', '9_', 'info'])
      expect([v, matches({ v: { above: 5 } }, { v })]).toEqual([v, false]);
  });

  it('leaves alone the values that an exception names as they were given', () => {
    expect(matches({ v: { notPattern: ['on', '1'] } }, { v: 'on' })).toBe(false);
    expect(matches({ v: { notPattern: ['on', '1'] } }, { v: '1' })).toBe(false);
    expect(matches({ v: { notPattern: '/tmp/*' } }, { v: '["/tmp/a","/etc/a"]' })).toBe(true);
  });
});
