import { isJsonObject, ToolrackError } from '@toolrack/contracts';
import { crc32 } from 'node:zlib';

/** An array or JSON value by name. */
export interface Sections {
  readonly arrays: Readonly<Record<string, Uint32Array | Uint8Array>>;
  readonly values: Readonly<Record<string, unknown>>;
}

interface SectionEntry {
  readonly name: string;
  readonly kind: 'u32' | 'u8' | 'json';
  readonly bytes: number;
}

interface Header {
  readonly identity: Readonly<Record<string, string>>;
  readonly sections: readonly SectionEntry[];
}

const magic = 0x584c5254; // "TRLX", little endian
const formatVersion = 2;
const prefixBytes = 16;
/** CRC-32 of everything but itself. */
const checksum = (packed: Uint8Array): number => crc32(packed.subarray(prefixBytes), crc32(packed.subarray(0, 12)));
const aligned = (bytes: number): number => (bytes + 7) & ~7;

/**
 * Packs sections: magic, format version, length of the header, CRC-32 of all but itself; the header as JSON; the sections, each from a
 * multiple of eight on. Arrays are little endian, as on every machine that Node.js runs on.
 */
export function packSections(identity: Readonly<Record<string, string>>, { arrays, values }: Sections): Uint8Array {
  const parts: { entry: SectionEntry; bytes: Uint8Array }[] = [];
  for (const [name, array] of Object.entries(arrays)) {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    parts.push({ entry: { name, kind: array instanceof Uint8Array ? 'u8' : 'u32', bytes: bytes.length }, bytes });
  }
  for (const [name, value] of Object.entries(values)) {
    const bytes = new TextEncoder().encode(JSON.stringify(value));
    parts.push({ entry: { name, kind: 'json', bytes: bytes.length }, bytes });
  }
  const header = new TextEncoder().encode(JSON.stringify({ identity, sections: parts.map(({ entry }) => entry) }));
  let at = aligned(prefixBytes + header.length);
  const packed = new Uint8Array(parts.reduce((sum, { bytes }) => sum + aligned(bytes.length), at));
  packed.set(header, prefixBytes);
  for (const { bytes } of parts) {
    packed.set(bytes, at);
    at += aligned(bytes.length);
  }
  const view = new DataView(packed.buffer);
  view.setUint32(0, magic, true);
  view.setUint32(4, formatVersion, true);
  view.setUint32(8, header.length, true);
  view.setUint32(12, checksum(packed), true);
  return packed;
}

/** The error of an index file that cannot be used; the reader builds the index anew. */
export function unusableIndex(reason: string): ToolrackError {
  return new ToolrackError('ERR_INDEX_FILE', `The saved index cannot be used: ${reason}.`, {
    hint: 'The index is built anew; "toolrack index" saves it again.',
  });
}

/** What a file says of itself, before anything else of it is believed. Throws `ERR_INDEX_FILE` when it is none of ours or damaged. */
function readHeader(packed: Uint8Array): { readonly header: Header; readonly end: number } {
  if (packed.byteLength < prefixBytes) throw unusableIndex('it is too short');
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  if (view.getUint32(0, true) !== magic) throw unusableIndex('it is not an index of the lexical ranker');
  const version = view.getUint32(4, true);
  if (version !== formatVersion) throw unusableIndex(`its format is ${version}, this version reads ${formatVersion}`);
  const end = prefixBytes + view.getUint32(8, true);
  if (end > packed.byteLength || checksum(packed) !== view.getUint32(12, true)) throw unusableIndex('it is damaged');
  const header = parse(packed.subarray(prefixBytes, end));
  if (!isHeader(header)) throw unusableIndex('its header is wrong');
  return { header, end: aligned(end) };
}

/** The identity that a file was packed with. Throws `ERR_INDEX_FILE` when it is none of ours or damaged. */
export function readIdentity(packed: Uint8Array): Readonly<Record<string, string>> {
  return readHeader(packed).header.identity;
}

/** Unpacks what `packSections` made for the same identity. Throws `ERR_INDEX_FILE` for anything else. */
export function unpackSections(packed: Uint8Array, identity: Readonly<Record<string, string>>): Sections {
  const { header, end } = readHeader(packed);
  for (const [key, value] of Object.entries(identity)) {
    if (header.identity[key] !== value) throw unusableIndex(`it was made for another ${key}`);
  }
  return readSections(packed, header, end);
}

function readSections(packed: Uint8Array, header: Header, from: number): Sections {
  // A `Buffer` is cut without a copy, which would leave arrays at places that are no multiple of four.
  const plain = new Uint8Array(packed.buffer, packed.byteOffset, packed.byteLength);
  const arrays = new Map<string, Uint32Array | Uint8Array>();
  const values = new Map<string, unknown>();
  let at = from;
  for (const { name, kind, bytes } of header.sections) {
    if (at + bytes > packed.byteLength) throw unusableIndex('it ends too early');
    const part = plain.slice(at, at + bytes);
    if (kind === 'u8') arrays.set(name, part);
    else if (kind === 'u32') arrays.set(name, new Uint32Array(part.buffer));
    else values.set(name, parse(part));
    at += aligned(bytes);
  }
  return { arrays: Object.fromEntries(arrays), values: Object.fromEntries(values) };
}

function parse(bytes: Uint8Array): unknown {
  try {
    // Three times as fast as a TextDecoder.
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
  } catch {
    throw unusableIndex('it holds broken JSON');
  }
}

function isHeader(value: unknown): value is Header {
  if (!isJsonObject(value) || !isJsonObject(value['identity']) || !Array.isArray(value['sections'])) return false;
  return (value['sections'] as unknown[]).every((section) => {
    if (!isJsonObject(section)) return false;
    const { name, kind, bytes } = section;
    const isSize = typeof bytes === 'number' && Number.isSafeInteger(bytes) && bytes >= 0;
    return typeof name === 'string' && isSize && (kind === 'u8' || kind === 'json' || (kind === 'u32' && bytes % 4 === 0));
  });
}
