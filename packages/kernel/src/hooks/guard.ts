import { isThenable, ToolrackError, withTimeout } from '@toolrack/contracts';
import type { EventMap } from '@toolrack/contracts';
import { placeOf } from '@toolrack/core';
import { describeValue, hookFault, type TapOwner } from './fault.js';
import { guardRules, refused } from './guard-rules.js';

type Tap = (...args: readonly unknown[]) => unknown;

/** What a guard needs to bound a tap and to report its faults. */
export interface GuardContext {
  readonly timeoutMs: number;
  readonly report: (event: EventMap['hook:faulted']) => void;
}

/** Wraps a tap so that its hook only ever sees what it accepts; every fault is reported under the plugin's name. */
export function guard(tap: Tap, owner: TapOwner, isAsync: boolean, context: GuardContext): Tap {
  const rule = guardRules[owner.hook];
  const settle = (answer: unknown, args: readonly unknown[]): unknown => {
    const value = rule.accept(answer, args as never[], owner);
    if (value === refused) throw hookFault(owner, `returned ${describeValue(answer)} instead of ${rule.expected}`);
    return value;
  };
  const fail = (error: unknown, args: readonly unknown[]): unknown => {
    const isOwn = ToolrackError.is(error) && error.code === 'ERR_HOOK_FAULT' && error.plugin === owner.plugin;
    const fault = isOwn ? error : hookFault(owner, 'threw', error);
    context.report({ plugin: owner.plugin, hook: owner.hook, reason: fault.message, ...placeOf(args) });
    return rule.onFault(fault, args as never[], owner);
  };

  if (isAsync) {
    const invoke = (args: readonly unknown[]): unknown => tap(...(rule.prepare?.(args as never[], owner) ?? args));
    const late = (): ToolrackError => hookFault(owner, `did not finish within ${context.timeoutMs} ms`);
    const settled = async (answer: PromiseLike<unknown>, args: readonly unknown[]): Promise<unknown> => {
      try {
        return settle(await (rule.isUnbounded === true ? answer : withTimeout(answer, context.timeoutMs, late)), args);
      } catch (error) {
        return fail(error, args);
      }
    };
    const attempt = (args: readonly unknown[]): unknown => {
      try {
        const answer = invoke(args);
        return isThenable(answer) ? settled(answer, args) : settle(answer, args);
      } catch (error) {
        return fail(error, args);
      }
    };
    // With a callback, so that a tap that answers at once costs no turn of the promises' queue.
    return (...given) => {
      const done = given.at(-1) as (error: unknown, value?: unknown) => void;
      let value: unknown;
      try {
        value = attempt(given.slice(0, -1));
      } catch (error) {
        return done(error);
      }
      if (!isThenable(value)) return done(null, value);
      value.then((settledValue) => done(null, settledValue), done);
    };
  }
  // Synchronous hooks have one or two arguments. Some are asked about every tool of a catalog, so no list of them is made where nobody needs it.
  return (first, second) => {
    const skipped = rule.skip === undefined ? refused : rule.skip([first as never]);
    if (skipped !== refused) return skipped;
    try {
      const answer = second === undefined ? tap(first) : tap(first, second);
      if (answer === undefined && rule.isOptional === true) return undefined;
      if (!isThenable(answer)) return settle(answer, [first, second]);
      // Nobody waits for the promise; its rejection must not end the process.
      answer.then(undefined, () => undefined);
      throw hookFault(owner, 'returned a promise, but the hook is synchronous');
    } catch (error) {
      return fail(error, [first, second]);
    }
  };
}
