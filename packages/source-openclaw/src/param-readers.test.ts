import { readers, ToolInputError } from './param-readers.js';

describe('the parameter readers of the SDK', () => {
  it('read a text, trimmed, by its name in camel case or snake case', () => {
    expect(readers.readStringParam({ userName: ' Ada ' }, 'userName')).toBe('Ada');
    expect(readers.readStringParam({ user_name: 'Ada' }, 'userName')).toBe('Ada');
    expect(readers.readStringParam({ a: ' x ' }, 'a', { trim: false })).toBe(' x ');
    expect(readers.readStringParam({ a: '' }, 'a')).toBeUndefined();
    expect(readers.readStringParam({ a: '' }, 'a', { allowEmpty: true })).toBe('');
    expect(readers.readStringParam(undefined, 'a')).toBeUndefined();
  });

  it('read numbers, also from texts', () => {
    expect(readers.readNumberParam({ n: '4.5' }, 'n')).toBe(4.5);
    expect(readers.readNumberParam({ n: 4.5 }, 'n', { integer: true })).toBe(4);
    expect(readers.readNumberParam({ n: 'four' }, 'n')).toBeUndefined();
    expect(readers.readPositiveIntegerParam({ n: 2 }, 'n')).toBe(2);
    expect(readers.readNonNegativeIntegerParam({ n: 0 }, 'n')).toBe(0);
    expect(readers.readStringOrNumberParam({ n: 7 }, 'n')).toBe('7');
  });

  it('read lists and flags', () => {
    expect(readers.readStringArrayParam({ l: [' a ', 3, ''] }, 'l')).toEqual(['a']);
    expect(readers.readStringArrayParam({ l: 'a' }, 'l')).toEqual(['a']);
    expect(readers.readBooleanParam({ b: false }, 'b')).toBe(false);
  });

  it.each([
    [() => readers.readStringParam({}, 'city', { required: true }), 'city required'],
    [() => readers.readStringArrayParam({}, 'l', { required: true, label: 'list' }), 'list required'],
    [() => readers.readPositiveIntegerParam({ n: 0 }, 'n'), 'n must be an integer of at least 1'],
  ])('throw an input error that says what is missing', (read, message) => {
    expect(read).toThrow(new ToolInputError(message));
  });
});
