import {
  canonicalJson,
  isJsonObject,
  scopeKeys,
  type ApprovalRequest,
  type JsonValue,
  type RememberOptions,
  type Scope,
} from '@toolrack/contracts';
import { createHash } from 'node:crypto';

/** One decision that is kept. Arguments are kept as a digest alone. */
export interface RememberedDecision {
  /** The first 16 hexadecimal digits of the SHA-256 over everything the decision is bound to. */
  readonly id: string;
  readonly decision: 'allow' | 'deny';
  readonly toolId: string;
  /** A changed definition has another digest, so the decision no longer holds. */
  readonly toolDigest: string;
  /** The parts of the scope that it is bound to. */
  readonly scope: Scope;
  /** SHA-256 over the sorted reasons for asking: another reason is another question. */
  readonly reasonsDigest: string;
  /** Absent: whatever the arguments. */
  readonly argumentsDigest?: string;
  readonly by?: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly until: number;
}

const digest = (value: JsonValue): string => createHash('sha256').update(canonicalJson(value)).digest('hex');

/** What a decision about a request is bound to. */
export function bindingOf(request: ApprovalRequest, reach: RememberOptions['for'], parts: readonly (keyof Scope)[]) {
  const { tool, run } = request;
  const scope: Record<string, string> = Object.fromEntries(
    parts.flatMap((key) => (run.scope[key] === undefined ? [] : [[key, run.scope[key]]])),
  );
  const binding = {
    toolId: tool.id,
    toolDigest: tool.digest,
    scope,
    reasonsDigest: digest([...request.reasons].sort()),
    ...(reach === 'call' ? { argumentsDigest: request.argumentsDigest } : {}),
  };
  return { id: digest({ ...binding, parts: [...parts] }).slice(0, 16), ...binding };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** A decision as it stands in a file, or `undefined` for anything else. */
export function readRemembered(value: unknown): RememberedDecision | undefined {
  if (!isJsonObject(value) || !isJsonObject(value['scope'])) return undefined;
  const scope = value['scope'];
  const isSound =
    [value['id'], value['toolId'], value['toolDigest'], value['reasonsDigest']].every(isText) &&
    (value['decision'] === 'allow' || value['decision'] === 'deny') &&
    [value['at'], value['until']].every(Number.isSafeInteger) &&
    (value['argumentsDigest'] === undefined || isText(value['argumentsDigest'])) &&
    (value['by'] === undefined || typeof value['by'] === 'string') &&
    Object.entries(scope).every(([key, part]) => (scopeKeys as readonly string[]).includes(key) && typeof part === 'string');
  return isSound ? (value as unknown as RememberedDecision) : undefined;
}
