import fc from 'fast-check';

import { composeConnectorName, connectorToolId, formatConnectorName, parseConnectorName, slugCandidates } from './connector-name.js';

describe('connector names', () => {
  it.each([
    ['connectors__gmail__SEND_EMAIL', { connector: 'gmail', tool: 'SEND_EMAIL' }],
    ['connectors__gmail__a__b', { connector: 'gmail', tool: 'a__b' }],
    ['connectors__Gmail__X', { connector: 'gmail', tool: 'X' }],
  ])('parses %s at the first two separators [hermes:11.1]', (name, parsed) => {
    expect(parseConnectorName(name)).toEqual(parsed);
  });

  it.each(['connectors__gmail', 'connectors____x', 'connectors__gmail__', 'mcp__gmail__x', 'x', '', 'connectors_gmail__x__y'])(
    'refuses %j, which has not three parts with something in them [hermes:11.1]',
    (name) => {
      expect(parseConnectorName(name)).toBeUndefined();
    },
  );

  it.each([
    ['gmail', 'GMAIL_SEND_EMAIL', 'connectors__gmail__SEND_EMAIL'],
    ['Gmail', 'GMAIL_SEND_EMAIL', 'connectors__gmail__SEND_EMAIL'],
    ['gmail', 'SEND_EMAIL', 'connectors__gmail__SEND_EMAIL'],
    ['gmail', 'gmail_send', 'connectors__gmail__gmail_send'],
    ['gmail', 'GMAIL_', 'connectors__gmail__GMAIL_'],
  ])('composes %s and %s [hermes:11.2]', (connector, slug, name) => {
    expect(composeConnectorName(connector, slug)).toBe(name);
  });

  it('offers the prefixed slug before the literal one [hermes:11.3]', () => {
    expect(slugCandidates({ connector: 'gmail', tool: 'SEND_EMAIL' })).toEqual(['GMAIL_SEND_EMAIL', 'SEND_EMAIL']);
  });

  it('gives every tool one id under the source of this package', () => {
    expect(connectorToolId({ connector: 'gmail', tool: 'SEND_EMAIL' })).toBe('connectors:gateway:connectors__gmail__SEND_EMAIL');
  });

  it('finds the slug of every composed name among its candidates', () => {
    const connector = fc.stringMatching(/^[a-z][a-z0-9-]{0,10}$/u);
    const tool = fc.stringMatching(/^[A-Z][A-Z0-9_]{0,20}$/u);
    fc.assert(
      fc.property(connector, tool, fc.boolean(), (name, rest, isPrefixed) => {
        const slug = isPrefixed ? `${name.toUpperCase()}_${rest}` : rest;
        const composed = composeConnectorName(name, slug);
        const parsed = parseConnectorName(composed);
        expect(parsed && formatConnectorName(parsed)).toBe(composed);
        expect(parsed && slugCandidates(parsed)).toContain(slug);
      }),
    );
  });
});
