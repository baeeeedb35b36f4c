/** Whether a plugin is being loaded. Afterwards the host functions that Toolrack lacks fail aloud instead of pretending. */
export interface LoadPhase {
  isLoading: boolean;
  /** Notes a part of the host that the plugin used and Toolrack does not have. */
  ignore(name: string): void;
}

/**
 * Stands for a part of the OpenClaw host that Toolrack does not have. While its plugin is loaded it can be called,
 * constructed and read to any depth, and does nothing; afterwards a call throws an error that names the part, because
 * an invented answer inside a running tool would be a wrong result.
 */
export function hostStub(name: string, phase: LoadPhase): unknown {
  const children = new Map<string, unknown>();
  const use = (): object => {
    if (!phase.isLoading) {
      throw new Error(`This tool needs "${name}" of the OpenClaw host, which is not available here.`);
    }
    phase.ignore(name);
    return hostStub(`${name}()`, phase) as object;
  };
  // A function that can be constructed, so that `class X extends Stub` works while loading.
  const target = function stub(): void {};
  return new Proxy(target, {
    apply: use,
    construct: use,
    get(_target, key) {
      if (key === Symbol.toPrimitive) return () => '';
      if (key === Symbol.iterator) return () => [][Symbol.iterator]();
      if (key === 'prototype') return target.prototype as unknown;
      if (typeof key === 'symbol' || key === 'then' || key === 'toJSON') return undefined;
      if (!children.has(key)) children.set(key, hostStub(`${name}.${key}`, phase));
      return children.get(key);
    },
  });
}
