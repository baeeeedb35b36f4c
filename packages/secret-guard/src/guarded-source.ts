import { maskedSource, type CallPeer, type TextMask, type ToolResult, type ToolSource, type ToolSourceCall } from '@toolrack/contracts';

/** What a server may have a client's model or person read, and its log. */
const asking = new Set<PropertyKey>(['elicit', 'sample', 'log'] satisfies readonly (keyof CallPeer)[]);

/** The source with everything masked that it says, but for the calls of tools that are shown. */
export function guardedSource(source: ToolSource, mask: TextMask, isShown: (tool: string) => boolean): ToolSource {
  const masked = maskedSource(source, mask);
  const call = (given: ToolSourceCall): Promise<ToolResult> => {
    if (isShown(given.name)) return source.call(given);
    return masked.call(given.peer === undefined ? given : { ...given, peer: maskedPeer(given.peer, mask) });
  };
  return new Proxy(masked, { get: (target, key) => (key === 'call' ? call : (Reflect.get(target, key) as unknown)) });
}

/** The peer with everything masked that a server has it shown. */
function maskedPeer(peer: CallPeer, mask: TextMask): CallPeer {
  return new Proxy(peer, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key, target);
      if (typeof member !== 'function') return member;
      const method = member as (...given: readonly unknown[]) => unknown;
      return (...given: readonly unknown[]) =>
        method.apply(target, asking.has(key) ? [mask.within(given[0]), ...given.slice(1)] : [...given]);
    },
  });
}
