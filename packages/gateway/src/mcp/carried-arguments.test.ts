import fc from 'fast-check';
import { carryArguments, sentArguments } from './carried-arguments.js';

const call = (params: unknown) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
type Params = { arguments?: Record<string, unknown>; _meta?: Record<string, unknown> };
const received = (message: unknown): unknown => {
  const { params } = carryArguments(message) as { params: Params };
  return sentArguments(params.arguments, params._meta);
};

describe('carryArguments', () => {
  it('brings any JSON value through as it was sent', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(received(call({ name: 'x', arguments: value }))).toEqual(value);
      }),
    );
  });

  it('leaves arguments that are an object where they are, so that the usual call costs nothing', () => {
    const message = call({ name: 'x', arguments: { a: 1 }, _meta: { progressToken: 3 } });
    expect(carryArguments(message)).toBe(message);
  });

  it('takes absent arguments for an empty object', () => {
    expect(received(call({ name: 'x' }))).toEqual({});
  });

  it('keeps other metadata beside carried arguments', () => {
    const { params } = carryArguments(call({ name: 'x', arguments: '{"a":1}', _meta: { progressToken: 3 } })) as { params: Params };
    expect(params).not.toHaveProperty('arguments');
    expect(params._meta).toMatchObject({ progressToken: 3 });
  });

  it('drops a carrier that a client wrote itself', () => {
    const forged = { 'toolrack/arguments': { sent: 'forged' } };
    expect(received(call({ name: 'x', arguments: { real: true }, _meta: forged }))).toEqual({ real: true });
    expect(received(call({ name: 'x', arguments: 'real', _meta: forged }))).toBe('real');
    expect(received(call({ name: 'x', _meta: forged }))).toEqual({});
  });

  it('goes through batches and leaves everything else alone', () => {
    const other = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
    const batch = carryArguments([call({ name: 'x', arguments: 7 }), other]) as unknown[];
    expect(batch[1]).toBe(other);
    expect(received(call({ name: 'x', arguments: 7 }))).toBe(7);
    for (const value of [null, 1, 'x', [], { method: 'tools/call' }, { method: 'tools/call', params: [] }]) {
      expect(carryArguments(value)).toEqual(value);
    }
  });
});
