import { isJsonObject } from '@toolrack/contracts';

/** What a client says that it can be asked. */
export interface ClientAbilities {
  /** Modes of `elicitation/create`; none: it cannot be asked. */
  readonly elicitation: readonly ('form' | 'url')[];
  /** `sampling/createMessage`, and what may come with it; absent: its model cannot be asked. */
  readonly sampling?: { readonly tools: boolean; readonly context: boolean };
  readonly roots: boolean;
}

/** Reads a client's declared capabilities, of either protocol era. Anything that is not an object declares nothing. */
export function clientAbilities(declared: unknown): ClientAbilities {
  const capabilities = isJsonObject(declared) ? declared : {};
  const { elicitation, sampling, roots } = capabilities;
  return {
    elicitation: elicitationModes(elicitation),
    ...(isJsonObject(sampling) ? { sampling: { tools: isJsonObject(sampling['tools']), context: isJsonObject(sampling['context']) } } : {}),
    roots: isJsonObject(roots),
  };
}

/** Whether there is anything to ask. */
export function canBeAsked(abilities: ClientAbilities): boolean {
  return abilities.elicitation.length > 0 || abilities.sampling !== undefined || abilities.roots;
}

/** Before modes existed an empty object meant forms, and it still does. */
function elicitationModes(elicitation: unknown): readonly ('form' | 'url')[] {
  if (!isJsonObject(elicitation)) return [];
  const modes = (['form', 'url'] as const).filter((mode) => isJsonObject(elicitation[mode]));
  return modes.length === 0 ? ['form'] : modes;
}
