import assert from 'node:assert/strict';
import { canonicalText } from './canonical-json.js';
import { assertListing } from './source-checks.js';
import type { SourceCases } from './source-suite.js';
import { outcome, within } from './timeouts.js';

const never = (): AbortSignal => new AbortController().signal;

/** Cases about identity, list, change and disposal. */
export function registerSourceLists({ options, timeoutMs, withSource }: SourceCases): void {
  withSource('has a kind and an owner that make a valid id', async (source) => {
    for (const [key, value] of [
      ['kind', source.kind],
      ['owner', source.owner],
    ] as const) {
      assert.match(value, /^[A-Za-z0-9][A-Za-z0-9_.@/-]*$/u, `${key} ${JSON.stringify(value)}`);
    }
    assert.ok([undefined, 'trusted', 'untrusted'].includes(source.trust), 'trust');
  });
  withSource('lists tools of the promised shape', async (source) => {
    const listing = await within(timeoutMs, 'list', source.list({ signal: never() }));
    assertListing(listing);
    assert.ok(listing.tools.length > 0, 'the source of the suite lists at least one tool');
  });
  withSource('lists the same tools again and concurrently', async (source) => {
    const lists = await within(timeoutMs * 2, 'concurrent lists', Promise.all([1, 2, 3].map(() => source.list({ signal: never() }))));
    const again = await within(timeoutMs, 'list', source.list({ signal: never() }));
    for (const listing of [...lists, again]) {
      assertListing(listing);
      assert.equal(canonicalText(listing.tools), canonicalText(again.tools), 'the lists differ');
    }
  });
  withSource('settles a list whose signal aborts and can list afterwards', async (source) => {
    const controller = new AbortController();
    const pending = outcome(() => source.list({ signal: controller.signal }));
    controller.abort();
    await within(timeoutMs, 'an aborted list', pending);
    const early = outcome(() => source.list({ signal: AbortSignal.abort() }));
    await within(timeoutMs, 'a list that was aborted before', early);
    assertListing(await within(timeoutMs, 'list', source.list({ signal: never() })));
  });
  withSource('reports a known state', async (source) => {
    await within(timeoutMs, 'list', source.list({ signal: never() }));
    const state = source.state?.();
    if (state !== undefined) assertListing({ tools: [], state: state.state });
  });
  withSource('gives a disposer for a change listener and calls no listener after it', async (source) => {
    if (source.onChange === undefined) {
      assert.equal(options.change, undefined, 'the option change is given, so the source needs onChange');
      return;
    }
    await within(timeoutMs, 'list', source.list({ signal: never() }));
    let first = 0;
    let second = 0;
    const stop = source.onChange(() => {
      first += 1;
    });
    const stopSecond = source.onChange(() => {
      second += 1;
    });
    assert.equal(typeof stop, 'function', 'onChange returns its disposer');
    stop();
    stop();
    await options.change?.(source);
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(first, 0, 'a disposed listener is not called');
    if (options.change !== undefined) assert.ok(second > 0, 'the other listener is called');
    stopSecond();
  });
  withSource('can be disposed twice, also before its first list', async (source) => {
    for (let turn = 0; turn < 2; turn += 1) {
      await within(timeoutMs, 'dispose', Promise.resolve(source.dispose?.()));
    }
  });
  withSource('can be disposed twice after a list', async (source) => {
    await within(timeoutMs, 'list', source.list({ signal: never() }));
    for (let turn = 0; turn < 2; turn += 1) {
      await within(timeoutMs, 'dispose', Promise.resolve(source.dispose?.()));
    }
  });
}
