import { errorTable, type ErrorCode, type ErrorKind } from './error-table.js';
import { isJsonObject, type JsonObject } from './json.js';
import type { CallAnswer } from './result.js';

const brand = Symbol.for('@toolrack/contracts/ToolrackError');

/** What a `ToolrackError` is made of. */
export interface ToolrackErrorOptions {
  /**
   * Structured facts for programs; never secrets. Those with a meaning of their own: `sent` (boolean, with `ERR_CALL_INTERRUPTED`) says
   * whether the call had gone out to the tool before it was given up, so that it may have run; `false` is a promise that it has not, and
   * a source that rejects with it is believed. `rpcCode` and `rpcData`: see `ErrorDetails`.
   */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly plugin?: string;
  readonly hook?: string;
  readonly toolId?: string;
  /** What the reader can do about it. Shown to models too. */
  readonly hint?: string;
  /** Replaces the operator's message in what a model reads: no path, address, stack or cause. */
  readonly modelText?: string;
  readonly cause?: unknown;
}

/** The one error class of Toolrack. Recognise it with `ToolrackError.is`, never with `instanceof`: copies of this package may coexist. */
export class ToolrackError extends Error {
  readonly code: ErrorCode;
  readonly kind: ErrorKind;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly plugin?: string;
  readonly hook?: string;
  readonly toolId?: string;
  readonly hint?: string;
  private readonly modelText?: string;

  constructor(code: ErrorCode, message: string, options: ToolrackErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ToolrackError';
    this.code = code;
    this.kind = errorTable[code].kind;
    this.fields = Object.freeze({ ...options.fields });
    if (options.plugin !== undefined) this.plugin = options.plugin;
    if (options.hook !== undefined) this.hook = options.hook;
    if (options.toolId !== undefined) this.toolId = options.toolId;
    if (options.hint !== undefined) this.hint = options.hint;
    if (options.modelText !== undefined) this.modelText = options.modelText;
    Object.defineProperty(this, brand, { value: true });
  }

  /** True for a `ToolrackError` of any copy of this package. */
  static is(value: unknown): value is ToolrackError {
    return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[brand] === true;
  }

  /** What a model may read: the message (or its safe replacement) and the hint. */
  toModelText(): string {
    const text = this.modelText ?? this.message;
    return this.hint === undefined ? text : `${text} ${this.hint}`;
  }
}

/** The structured form of an error in `details.error` of a failed call. */
export interface ErrorDetails {
  readonly code: string;
  readonly kind: string;
  readonly message: string;
  readonly hint?: string;
  readonly toolId?: string;
  /** Code of the JSON-RPC error that an MCP server answered the call with (`fields.rpcCode` of the error). */
  readonly rpcCode?: number;
  /** What belongs to that code and the caller's client must see to act on it (`fields.rpcData`); only where the source vouches for its form. */
  readonly rpcData?: JsonObject;
}

/** Turns an error into the answer of a failed call. `text` replaces the model's text where a surface words it itself. */
export function errorAnswer(error: ToolrackError, text: string = error.toModelText()): CallAnswer {
  const { rpcCode, rpcData } = error.fields;
  const details: ErrorDetails = {
    code: error.code,
    kind: error.kind,
    message: text,
    ...(error.hint === undefined ? {} : { hint: error.hint }),
    ...(error.toolId === undefined ? {} : { toolId: error.toolId }),
    ...(typeof rpcCode === 'number' ? { rpcCode } : {}),
    ...(isJsonObject(rpcData) ? { rpcData } : {}),
  };
  return { content: [{ type: 'text', text }], details: { error: details }, isError: true };
}

/** An answer that says `isError` with `details.error`, which a tool's own failure does not bring; other details stay beside it. */
export function withErrorDetails(answer: CallAnswer): CallAnswer {
  if (!answer.isError) return answer;
  const details =
    typeof answer.details === 'object' && answer.details !== null && !Array.isArray(answer.details) ? answer.details : undefined;
  const given = (details as { readonly error?: { readonly code?: unknown } } | undefined)?.error;
  if (typeof given?.code === 'string') return answer;
  const text = answer.content.find((block) => block.type === 'text');
  const message = text?.type === 'text' ? text.text : 'The tool failed.';
  const error: ErrorDetails = { code: 'ERR_CALL_FAILED', kind: errorTable.ERR_CALL_FAILED.kind, message };
  const rest = details ?? (answer.details === undefined ? {} : { value: answer.details });
  return { ...answer, details: { ...rest, error } };
}

/** The words of an unknown thrown value, at most 2,000 characters. Never throws. */
export function reasonOf(error: unknown): string {
  try {
    const text = typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
    return text.length > 2000 ? `${text.slice(0, 2000)}…` : text;
  } catch {
    return 'unreadable error';
  }
}
