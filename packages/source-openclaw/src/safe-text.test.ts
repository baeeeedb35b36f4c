import { withoutPaths } from './safe-text.js';

describe('withoutPaths', () => {
  it.each([
    ['disk is full', 'disk is full'],
    ['Cannot find module "x" imported from /opt/app/a.mjs', 'Cannot find module "x"'],
    ["Cannot find module 'y'\nRequire stack:\n- /opt/app/a.cjs", "Cannot find module 'y'"],
    ['failed\n    at run (/opt/app/a.mjs:1:2)\n    at node:internal/x:9:1', 'failed'],
    ['failed\n  at your desk', 'failed\n  at your desk'],
    ['bad file:///opt/app/deep/a.mjs here', 'bad a.mjs here'],
    ['open /data/report.txt of https://host.example/api/v1', 'open /data/report.txt of https://host.example/api/v1'],
    ['lost /opt/plugin/lib/a.txt in /opt/plugin', 'lost lib/a.txt in the plugin folder'],
  ])('makes %j into %j', (text, expected) => {
    expect(withoutPaths(text, '/opt/plugin')).toBe(expected);
  });

  it('bounds a long message', () => {
    expect(withoutPaths('x'.repeat(10_000))).toHaveLength(4000);
  });
});
