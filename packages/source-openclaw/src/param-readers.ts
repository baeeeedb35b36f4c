import { isRecord } from './openclaw-shapes.js';

/** Thrown by the readers for arguments that a model can correct. */
export class ToolInputError extends Error {
  override readonly name = 'ToolInputError';
  readonly status = 400;
}

interface ReaderOptions {
  readonly required?: boolean;
  readonly trim?: boolean;
  readonly allowEmpty?: boolean;
  readonly integer?: boolean;
  readonly label?: string;
}

/** The value of a parameter by its name or, as models mix the two up, by the same name in snake case. */
function find(params: unknown, key: string): unknown {
  if (!isRecord(params)) return undefined;
  const snake = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return params[key] ?? params[snake];
}

function missing(key: string, options: ReaderOptions): undefined {
  if (options.required === true) throw new ToolInputError(`${options.label ?? key} required`);
  return undefined;
}

function readString(params: unknown, key: string, options: ReaderOptions = {}): string | undefined {
  const value = find(params, key);
  if (typeof value !== 'string') return missing(key, options);
  const text = options.trim === false ? value : value.trim();
  return text === '' && options.allowEmpty !== true ? missing(key, options) : text;
}

function readNumber(params: unknown, key: string, options: ReaderOptions = {}): number | undefined {
  const value = find(params, key);
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return missing(key, options);
  return options.integer === true ? Math.trunc(number) : number;
}

function readBoundedInteger(least: number): typeof readNumber {
  return (params, key, options = {}) => {
    const number = readNumber(params, key, options);
    if (number === undefined) return undefined;
    if (Number.isInteger(number) && number >= least) return number;
    throw new ToolInputError(`${options.label ?? key} must be an integer of at least ${String(least)}`);
  };
}

function readStringOrNumber(params: unknown, key: string, options: ReaderOptions = {}): string | undefined {
  const value = find(params, key);
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : readString(params, key, options);
}

function readStringArray(params: unknown, key: string, options: ReaderOptions = {}): string[] | undefined {
  const value = find(params, key);
  const list = (Array.isArray(value) ? (value as unknown[]) : [value])
    .filter((item) => typeof item === 'string')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  return list.length === 0 ? missing(key, options) : list;
}

function readBoolean(params: unknown, key: string, options: ReaderOptions = {}): boolean | undefined {
  const value = find(params, key);
  return typeof value === 'boolean' ? value : missing(key, options);
}

/** The parameter readers of `openclaw/plugin-sdk/param-readers` and their siblings. */
export const readers = Object.freeze({
  readStringParam: readString,
  readNumberParam: readNumber,
  readFiniteNumberParam: readNumber,
  readPositiveIntegerParam: readBoundedInteger(1),
  readNonNegativeIntegerParam: readBoundedInteger(0),
  readStringOrNumberParam: readStringOrNumber,
  readStringArrayParam: readStringArray,
  readBooleanParam: readBoolean,
});
