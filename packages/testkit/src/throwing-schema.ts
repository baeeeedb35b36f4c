import type { JsonSchema } from '@toolrack/contracts';

/** A schema whose every use throws, and the places where it was touched. */
export interface ThrowingSchema {
  readonly schema: JsonSchema;
  /** What was tried, in order, for example `get properties`. */
  readonly touches: readonly string[];
}

/**
 * A proxy that throws on any access to its keys: proof that the schema of an untrusted tool is never read.
 * Passing it on by reference is allowed. `touches` also shows reads whose exception was swallowed.
 */
export function throwingSchema(): ThrowingSchema {
  const touches: string[] = [];
  const refuse =
    (action: string) =>
    (_target: object, key?: unknown): never => {
      touches.push(typeof key === 'string' || typeof key === 'symbol' ? `${action} ${String(key)}` : action);
      throw new Error(`The schema of an untrusted tool was read (${touches[touches.length - 1] as string}).`);
    };
  const schema = new Proxy(
    {},
    {
      get: refuse('get'),
      has: refuse('has'),
      ownKeys: refuse('ownKeys'),
      getOwnPropertyDescriptor: refuse('getOwnPropertyDescriptor'),
      getPrototypeOf: refuse('getPrototypeOf'),
      set: refuse('set'),
      deleteProperty: refuse('deleteProperty'),
      defineProperty: refuse('defineProperty'),
      isExtensible: refuse('isExtensible'),
      preventExtensions: refuse('preventExtensions'),
      setPrototypeOf: refuse('setPrototypeOf'),
    },
  ) as JsonSchema;
  return { schema, touches };
}
