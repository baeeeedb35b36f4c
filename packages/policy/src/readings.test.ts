import { compileArguments } from './argument-matcher.js';
import type { PolicyRule } from './rule.js';

type Conditions = NonNullable<PolicyRule['arguments']>;
const matches = (conditions: Conditions, given: unknown, isChecked = false) => compileArguments(conditions)(given, isChecked);

describe('a rule about a value of a tool whose arguments nobody checks', () => {
  it.each<[string, Conditions, readonly unknown[]]>([
    ['a boolean', { v: true }, [true, 'true', ' TRUE ', 'yes', 'on', '1', 1, 't']],
    ['a boolean that is false', { v: false }, [false, 'false', 'No', '0', 0]],
    ['a number above', { v: { above: 5 } }, [9, '9', '9.0', ' 9e0 ', '0x9', ['9']]],
    ['a number', { v: 9 }, [9, '9', '9.00', '[9]']],
    ['a text that is a number', { v: '9' }, ['9', 9]],
    ['nothing', { v: null }, [null, 'null', '']],
    ['an element of a list', { v: { pattern: '/etc/*' } }, [['/etc/a'], '["/etc/a"]', ' ["x", "/etc/a"]', '"/etc/a"']],
    ['a member of an object', { 'v.path': { pattern: '/etc/*' } }, [{ path: '/etc/a' }, '{"path":"/etc/a"}', '{"path":"[\\"/etc/a\\"]"}']],
  ])('finds %s in whatever type it is written', (_what, conditions, values) => {
    for (const v of values) expect([v, matches(conditions, { v })]).toEqual([v, true]);
  });

  it('takes values as they are where the schema was checked', () => {
    expect(matches({ v: true }, { v: 'true' }, true)).toBe(false);
    expect(matches({ v: { above: 5 } }, { v: '9' }, true)).toBe(false);
    expect(matches({ 'v.path': '/etc/a' }, { v: '{"path":"/etc/a"}' }, true)).toBe(false);
  });

  it('does not find what is not there', () => {
    for (const v of ['false', 'maybe', 0, 'x', '{', '[true', {}]) expect([v, matches({ v: true }, { v })]).toEqual([v, false]);
    for (const v of ['5', '', 'NaN', 'Infinity', '1,000']) expect([v, matches({ v: { above: 5 } }, { v })]).toEqual([v, false]);
  });

  it('leaves alone the values that an exception names as they were given', () => {
    expect(matches({ v: { notPattern: ['on', '1'] } }, { v: 'on' })).toBe(false);
    expect(matches({ v: { notPattern: ['on', '1'] } }, { v: '1' })).toBe(false);
    expect(matches({ v: { notPattern: '/tmp/*' } }, { v: '["/tmp/a","/etc/a"]' })).toBe(true);
  });
});
