import { approverView } from './approver-view.js';
import type { ApprovalRequest } from './hooks.js';
import { sourceId } from './source.js';
import { visibleText } from './visible-text.js';

/** Longest text inside the arguments, in characters; a longer one loses its middle. */
const longestValue = 400;
/** Most entries of one array or object. */
const mostEntries = 50;
/** Deepest nesting. */
const deepest = 12;
/** Most reasons. */
const mostReasons = 10;

/** What a person is shown of a call that needs an approval: bounded, without secrets, with every hidden character made visible. */
export interface ApprovalQuestion {
  readonly toolId: string;
  /** Id and label of the source, and how far it is trusted. */
  readonly source: string;
  readonly reasons: readonly string[];
  /** The arguments as indented JSON. */
  readonly arguments: string;
  /** False when arguments were cut. */
  readonly isWhole: boolean;
  /** The first 16 digits of the arguments' digest, which logs hold in full. */
  readonly digest: string;
}

interface Bounded {
  readonly value: unknown;
  readonly isWhole: boolean;
}

/** The value cut to what a person can read; texts keep both ends. */
function bound(value: unknown, depth = 0): Bounded {
  if (typeof value === 'string') {
    if (value.length <= longestValue) return { value, isWhole: true };
    const half = longestValue / 2;
    const left = value.length - longestValue;
    return { value: `${value.slice(0, half)} … ${left} characters … ${value.slice(-half)}`, isWhole: false };
  }
  if (typeof value !== 'object' || value === null) return { value, isWhole: true };
  if (depth >= deepest) return { value: '… nested deeper …', isWhole: false };
  const entries = Object.entries(value);
  const shown = entries.slice(0, mostEntries).map(([key, inner]) => [key, bound(inner, depth + 1)] as const);
  const left = entries.length - shown.length;
  // Long names that begin alike become one when they are cut.
  const isWhole = left === 0 && shown.every(([key, inner]) => key.length <= longestValue && inner.isWhole);
  if (Array.isArray(value)) {
    const items = shown.map(([, inner]) => inner.value);
    return { value: left === 0 ? items : [...items, `… ${left} more …`], isWhole };
  }
  const fields = shown.map(([key, inner]) => [key.slice(0, longestValue), inner.value] as const);
  return { value: Object.fromEntries(left === 0 ? fields : [...fields, ['…', `${left} more`]]), isWhole };
}

const shown = (text: string): string => visibleText(text.slice(0, longestValue));

/** The question behind a request, for every channel alike. */
export function approvalQuestion(request: ApprovalRequest): ApprovalQuestion {
  const { tool } = request;
  const { reasons, arguments: given } = approverView(request);
  const { value, isWhole } = bound(given);
  const label = tool.source.label === undefined ? '' : ` (${tool.source.label})`;
  const more = reasons.length > mostReasons ? [`… ${reasons.length - mostReasons} more`] : [];
  return {
    toolId: shown(tool.id),
    source: shown(`${sourceId(tool.source)}${label}, ${tool.trust}`),
    reasons: [...reasons.slice(0, mostReasons).map((reason) => reason.slice(0, longestValue)), ...more],
    // Line by line, because a line break would itself be shown as a hidden character.
    arguments: JSON.stringify(value, undefined, 2).split('\n').map(visibleText).join('\n'),
    isWhole,
    digest: request.argumentsDigest.slice(0, 16),
  };
}
