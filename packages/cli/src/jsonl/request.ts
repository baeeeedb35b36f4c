import { isJsonObject, type ToolrackError, type JsonObject, type JsonValue } from '@toolrack/contracts';

import { didYouMean } from '../config/did-you-mean.js';
import { kinds, optional, protocolError } from './fields.js';

/** Every operation of the protocol. */
export const operationNames = ['start', 'call', 'result', 'approve', 'cancel', 'catalog', 'events', 'inspect', 'end'] as const;

/** The name of an operation. */
export type OperationName = (typeof operationNames)[number];

/** One request line, understood as far as its operation. */
export interface ProtocolRequest {
  /** Echoed in the answer; `null` when the request has none. */
  readonly id: JsonValue;
  readonly op: OperationName;
  /** The answer may come out of order. */
  readonly isAsync: boolean;
  readonly fields: JsonObject;
}

/** A request, or the error that answers the line. */
export type ParsedLine =
  { readonly request: ProtocolRequest } | { readonly id: JsonValue; readonly isAsync: boolean; readonly error: ToolrackError };

/** Understands one line; never throws. */
export function parseRequest(line: string): ParsedLine {
  let fields: JsonValue;
  try {
    fields = JSON.parse(line) as JsonValue;
  } catch (error) {
    const problem = (error as Error).message.replace(/\s+/gu, ' ').slice(0, 200);
    return { id: null, isAsync: false, error: protocolError(`The line is not valid JSON: ${problem}`) };
  }
  if (!isJsonObject(fields)) {
    return { id: null, isAsync: false, error: protocolError('The line is not a JSON object.') };
  }
  const id = fields['id'] ?? null;
  try {
    const isAsync = optional(fields, 'async', kinds.flag) ?? false;
    return { request: { id, op: operationOf(fields), isAsync, fields } };
  } catch (error) {
    return { id, isAsync: fields['async'] === true, error: error as ToolrackError };
  }
}

function operationOf(fields: JsonObject): OperationName {
  const op = fields['op'];
  const known = operationNames.find((name) => name === op);
  if (known !== undefined) return known;
  const list = `Operations: ${operationNames.join(', ')}.`;
  if (typeof op !== 'string') throw protocolError(`"op" must be the name of an operation. ${list}`);
  throw protocolError(`Unknown operation ${JSON.stringify(op.slice(0, 60))}.${didYouMean(op, operationNames)} ${list}`);
}
