import { fixtureRun } from '@toolrack/testkit';

import { AvailabilityGate, type GateOptions } from './availability-gate.js';
import { isSwitchedOn } from './options.js';

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const webToken = (claims: unknown): string => [part({ alg: 'none' }), part(claims), 'signature'].join('.');
const isOpen = (options: GateOptions): Promise<boolean> => new AvailabilityGate(options).check(fixtureRun());

const failing = (): string => {
  throw new Error('no');
};

const cases: [string, GateOptions, boolean][] = [
  ['an account whose token carries the claim', { token: webToken({ managed_tools: true }) }, true],
  ['an account whose token lacks it', { token: webToken({ sub: 'me' }) }, false],
  ['a claim that is not true', { token: webToken({ managed_tools: 'true' }) }, false],
  ['another name for the claim', { token: webToken({ tools: true }), claim: 'tools' }, true],
  ['a web token that cannot be read', { token: 'eyJhbGciOiJub25lIn0.%%%.x' }, false],
  ['a web token whose claims are no object', { token: webToken([1]) }, false],
  ['a key without claims', { token: 'key-123' }, true],
  ['a key without claims where the claim is required', { token: 'key-123', requireClaim: true }, false],
  ['no token', {}, false],
  ['an empty token', { token: '' }, false],
  ['a guest where guests are allowed', { allowGuest: true }, true],
  ['a token that cannot stand in a header', { token: 'two words' }, false],
  ['such a token where guests are allowed', { token: 'two\nlines', allowGuest: true }, false],
  ['a token that is no text', { token: 42 as unknown as string }, false],
  ['a token that cannot be had', { token: () => Promise.reject<string>(new Error('vault is locked')), allowGuest: true }, false],
  [
    'a token function that throws',
    {
      token: failing,
    },
    false,
  ],
  ['a token that has to be waited for', { token: async () => 'key-123' }, true],
];

describe('the availability gate', () => {
  it.each(cases)('for %s [hermes:11.4]', async (_case, options, open) => {
    expect(await isOpen(options)).toBe(open);
  });

  it('sees a sign-out and a sign-in at once and says so [hermes:11.4]', () => {
    let token: string | undefined = 'key-123';
    let changes = 0;
    const gate = new AvailabilityGate({ token: () => token }, () => (changes += 1));
    const run = fixtureRun();
    expect(gate.current(run)).toBe(true);
    token = undefined;
    expect(gate.current(run)).toBe(false);
    token = 'key-123';
    expect(gate.current(run)).toBe(true);
    expect(changes).toBe(2);
  });

  it('is closed until a token that has to be waited for is there [hermes:11.4]', async () => {
    const gate = new AvailabilityGate({ token: async () => 'key-123' });
    const run = fixtureRun();
    expect(gate.current(run)).toBe(false);
    await gate.check(run);
    expect(gate.current(run)).toBe(true);
  });

  it('tells scopes apart [hermes:11.4]', async () => {
    const gate = new AvailabilityGate({ token: async ({ tenant }) => (tenant === 'paying' ? 'key-123' : undefined) });
    const [paying, other] = [fixtureRun({ tenant: 'paying' }), fixtureRun({ tenant: 'other' })];
    expect([await gate.check(paying), await gate.check(other)]).toEqual([true, false]);
    expect([gate.current(paying), gate.current(other)]).toEqual([true, false]);
  });
});

describe('the switch', () => {
  it.each([true, undefined, null, {}, [], 'yes', 'on', 1, 'typo'])('takes %j for on [hermes:13.6]', (value) => {
    expect(isSwitchedOn(value ?? true)).toBe(true);
  });

  it.each([false, 0, 'false', '0', 'no', 'off', '', ' OFF '])('takes %j for off [hermes:13.6]', (value) => {
    expect(isSwitchedOn(value)).toBe(false);
  });
});
