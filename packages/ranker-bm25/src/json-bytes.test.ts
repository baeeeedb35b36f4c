import fc from 'fast-check';
import { JsonBytes } from './json-bytes.js';

describe('JsonBytes', () => {
  it('writes what can be parsed back, whatever room was expected', () => {
    const number = fc.oneof(fc.nat(), fc.constantFrom(0, 9, 10, 99, 100, 2_147_483_646, 2_147_483_647));
    fc.assert(
      fc.property(number, fc.array(number, { minLength: 1 }), fc.nat(200), (single, list, expected) => {
        const json = new JsonBytes(expected);
        json.text('{"single":');
        json.number(single);
        json.text(',"list":[');
        json.list(Int32Array.from([7, ...list, 8]), 1, list.length + 1);
        json.text(']}');
        expect(JSON.parse(json.toString())).toEqual({ single, list });
      }),
    );
  });
});
