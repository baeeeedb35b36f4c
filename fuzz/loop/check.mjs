/** A property does not hold. */
export class PropertyError extends Error {}

/** Throws when a property does not hold. */
export function check(holds, property) {
  if (!holds) throw new PropertyError(property);
}

const roots = [Object.prototype, Array.prototype, Function.prototype, String.prototype, Promise.prototype, Map.prototype, Error.prototype];
const describeRoots = () =>
  roots.map((root) => Reflect.ownKeys(root).map((key) => [root, key, Object.getOwnPropertyDescriptor(root, key)]));
const before = describeRoots();

/** Throws when something was written to a prototype that all objects share, and takes it away again. */
export function checkPrototypes() {
  for (const [index, root] of roots.entries()) {
    const known = before[index];
    const keys = Reflect.ownKeys(root);
    const strange = keys.find((key) => !known.some((entry) => entry[1] === key));
    if (strange !== undefined) {
      delete root[strange];
      throw new PropertyError(`a shared prototype got the property ${String(strange)}`);
    }
    for (const [, key, descriptor] of known) {
      const now = Object.getOwnPropertyDescriptor(root, key);
      if (now !== undefined && now.value === descriptor.value && now.get === descriptor.get && now.set === descriptor.set) continue;
      Object.defineProperty(root, key, descriptor);
      throw new PropertyError(`a shared prototype lost its property ${String(key)}`);
    }
  }
}

/** Runs what may refuse its input with a `ToolrackError` alone; any other error is passed on. Answers `undefined` for a refusal. */
export async function refusable(action, ToolrackError) {
  try {
    return await action();
  } catch (error) {
    if (!ToolrackError.is(error)) throw error;
    check(error.message.length > 0 && error.message.length < 200_000, 'an error without words, or with far too many');
    return undefined;
  }
}
