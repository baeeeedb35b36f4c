import { MaskedCopy, type MaskedListener } from './masked-copy.js';
import { mayHoldSecretForms, withoutSecretForms, type SecretMarker } from './secret-forms.js';

/** Deepest part and most values that are looked through before everything is copied to be sure. */
const deepest = 64;
const mostValues = 500_000;

/** Hides what surely is a secret by its form (`withoutSecretForms`), as a `SecretMask` hides known values. Bytes of media are not looked at. */
export class SecretFormMask {
  constructor(private readonly marker: SecretMarker) {}

  apply(text: string): string {
    return withoutSecretForms(text, this.marker, 'certain');
  }

  /** The value with every text in it masked; the value itself, not a copy, when there is nothing to hide. */
  within<Value>(value: Value, onMasked?: MaskedListener): Value {
    return mayHold(value, 0, { left: mostValues })
      ? (new MaskedCopy(this, new Set(), onMasked, false).walk(value, '', false, 0) as Value)
      : value;
  }
}

/** A look without a copy of anything: nearly all values hold nothing of the kind. */
function mayHold(value: unknown, depth: number, count: { left: number }): boolean {
  if (typeof value === 'string') return mayHoldSecretForms(value);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false;
  count.left -= 1;
  if (depth > deepest || count.left < 0) return true;
  if (Array.isArray(value)) return value.some((item) => mayHold(item, depth + 1, count));
  for (const key in value) {
    if (mayHoldSecretForms(key) || mayHold((value as Record<string, unknown>)[key], depth + 1, count)) return true;
  }
  return false;
}
