import { neutraliseUntrusted, type ToolDescriptor, untrustedFrameLength } from '@toolrack/contracts';
import { prettyJson } from '../text/bounded-text.js';
import { wrapUntrusted } from '../text/untrusted-envelope.js';
import { compactCandidate, type CompactCandidate } from './compact-candidate.js';
import { shortCandidate } from './short-candidate.js';
import { shownCandidate } from './shown-candidate.js';

/** Longest text of a batch's answer with its wrapper, in UTF-16 code units (OpenClaw 2026.9.6). */
export const batchResponseLimit = 4_000;

/** One query's share of a batch's answer. */
export interface ResultGroup {
  readonly query: string;
  readonly candidates: readonly CompactCandidate[];
  /** Candidates were left out. */
  readonly truncated?: true;
}

/** The answer to a batch. */
export interface BatchAnswer {
  readonly results: readonly ResultGroup[];
  readonly truncated?: true;
}

/** A candidate with what it adds to the text, without the punctuation around it. */
interface Piece {
  readonly candidate: CompactCandidate;
  /** As the text shows it. */
  readonly shown: CompactCandidate;
  readonly isUntrusted: boolean;
  readonly length: number;
  /** Length after neutralising, which holds when the text is wrapped. */
  readonly wrappedLength: number;
  readonly serialisedLength: number;
}

/** Blanks before a candidate's lines. */
const indentation = '        ';

function makePiece(tool: ToolDescriptor): Piece | undefined {
  const candidate = shortCandidate(compactCandidate(tool));
  if (candidate === undefined) return undefined;
  const shown = shownCandidate(candidate);
  const text = prettyJson(shown).replace(/^/gm, indentation);
  return {
    candidate,
    shown,
    isUntrusted: tool.trust !== 'trusted',
    length: text.length,
    wrappedLength: neutraliseUntrusted(text).length,
    serialisedLength: JSON.stringify(shown).length,
  };
}

const made = new WeakMap<ToolDescriptor, Piece | 'dropped'>();

/** The piece of a tool, made once for each definition; `undefined` when it does not fit. */
function pieceOf(tool: ToolDescriptor): Piece | undefined {
  let piece = made.get(tool);
  if (piece === undefined) {
    piece = makePiece(tool) ?? 'dropped';
    made.set(tool, piece);
  }
  return piece === 'dropped' ? undefined : piece;
}

class Group {
  readonly pieces: Piece[];
  truncated: boolean;

  constructor(
    readonly query: string,
    tools: readonly ToolDescriptor[],
  ) {
    this.pieces = tools.map(pieceOf).filter((piece) => piece !== undefined);
    this.truncated = this.pieces.length < tools.length;
  }

  get lastLength(): number {
    return this.pieces.at(-1)?.serialisedLength ?? 0;
  }

  drop(): void {
    this.pieces.pop();
    this.truncated = true;
  }

  toResult(part: 'candidate' | 'shown' = 'candidate'): ResultGroup {
    return {
      query: this.query,
      candidates: this.pieces.map((piece) => piece[part]),
      ...(this.truncated ? { truncated: true as const } : {}),
    };
  }
}

/**
 * The group that gives up a candidate: the one with most, then the one whose last is longest, then the latest: what a model asks for first
 * matters most to it (OpenClaw empties the earliest).
 */
function largest(groups: readonly Group[]): Group | undefined {
  let chosen: Group | undefined;
  for (const group of groups) {
    if (group.pieces.length === 0) continue;
    const more = group.pieces.length - (chosen?.pieces.length ?? 0);
    if (chosen === undefined || more > 0 || (more === 0 && group.lastLength >= chosen.lastLength)) chosen = group;
  }
  return chosen;
}

/** The text of the candidates alone: never more than the whole, and cheap to work out again after each that goes. */
function leastLength(pieces: readonly Piece[]): number {
  const isWrapped = pieces.some((piece) => piece.isUntrusted);
  const lengths = pieces.map((piece) => (isWrapped ? piece.wrappedLength : piece.length));
  return lengths.reduce((sum, length) => sum + length, isWrapped ? untrustedFrameLength : 0);
}

function render(groups: readonly Group[]): { readonly answer: BatchAnswer; readonly text: string } {
  const truncated = groups.some((group) => group.truncated);
  const answerOf = (part: 'candidate' | 'shown'): BatchAnswer => ({
    results: groups.map((group) => group.toResult(part)),
    ...(truncated ? { truncated: true as const } : {}),
  });
  const json = prettyJson(answerOf('shown'));
  const isWrapped = groups.some((group) => group.pieces.some((piece) => piece.isUntrusted));
  return { answer: answerOf('candidate'), text: isWrapped ? wrapUntrusted(json) : json };
}

/**
 * Fits a batch's answer into its budget: candidates are shortened, then the lowest-ranked candidate of the group with
 * most goes, one at a time, until the text fits or none is left; query echoes alone may pass the budget. `reserved`
 * is the length of what is said beside the answer.
 */
export function fitBatch(
  found: readonly { readonly query: string; readonly tools: readonly ToolDescriptor[] }[],
  reserved = 0,
): { readonly answer: BatchAnswer; readonly text: string } {
  const groups = found.map((group) => new Group(group.query, group.tools));
  const limit = batchResponseLimit - reserved;
  for (;;) {
    const victim = largest(groups);
    const mayFit = leastLength(groups.flatMap((group) => group.pieces)) <= limit;
    const rendered = mayFit || victim === undefined ? render(groups) : undefined;
    if (rendered !== undefined && (victim === undefined || rendered.text.length <= limit)) return rendered;
    victim?.drop();
  }
}
