import { compareCodeUnits, type DirectoryListing, type DirectoryRequest } from '@toolrack/contracts';
import { codePointLength, estimateTokens } from './code-points.js';
import { fitGroups, type FitImprovements, type FittedGroups } from './fit-groups.js';
import { toolGroups, type ToolGroup } from './tool-groups.js';
import { unavailableSources, type UnavailableSource } from './unavailable-sources.js';

/** The first line of every listing. */
export const listingHeader = 'Deferred tools: read a schema with tool_describe and run the tool with tool_call.';

interface Block {
  readonly label: string;
  readonly text: string;
}

function blocksOf(groups: readonly ToolGroup[], { forms }: FittedGroups, absent: readonly UnavailableSource[]): readonly Block[] {
  const drawn = groups.map((group) => ({ label: group.label, text: group[forms.get(group.label) ?? 'names'] }));
  const lines = absent.map(({ label, line }) => ({ label, text: line }));
  return [...drawn, ...lines].sort((left, right) => compareCodeUnits(left.label, right.label) || compareCodeUnits(left.text, right.text));
}

/** What a surface wants to be said below the listing; nothing when it frames the listing itself. */
function withGuidance(text: string, guidance: string): string {
  if (guidance === '') return text;
  return text === '' ? guidance : `${text}\n\n${guidance}`;
}

/** Nothing listed: the surface's guidance alone. */
export function emptyListing({ deferred, guidance }: DirectoryRequest): DirectoryListing {
  return { text: deferred > 0 ? guidance.partial : guidance.complete, form: 'none', listed: 0, omitted: deferred };
}

/**
 * Draws the listing within a budget of tokens. The same request gives the same bytes in whatever order entries and sources come.
 * Without room, or without anything to list, the text is empty (or the guidance alone, where that fits).
 */
export function renderListing(request: DirectoryRequest, budget: number, improvements: FitImprovements): DirectoryListing {
  const absent = unavailableSources(request.sources);
  const groups = toolGroups(request.entries, request.sources, new Set(absent.map(({ id }) => id)));
  const { complete, partial } = request.guidance;
  const fits = (text: string): boolean => estimateTokens(codePointLength(text)) <= budget;
  const none = (): DirectoryListing => {
    const empty = emptyListing(request);
    return fits(empty.text) ? empty : { ...empty, text: '' };
  };
  if (groups.length === 0 && absent.length === 0) return none();

  const guidanceLength = Math.max(...[complete, partial].map((text) => (text === '' ? 0 : codePointLength(text) + 2)));
  const lines = absent.reduce((sum, { line }) => sum + codePointLength(line) + 1, 0);
  const room = budget * 4 - codePointLength(listingHeader) - lines - guidanceLength - groups.length;
  const fitted = room < 0 ? undefined : fitGroups(groups, room, improvements);
  if (fitted === undefined) return none();

  const listed = groups.reduce((sum, group) => sum + (fitted.forms.get(group.label) === 'summary' ? 0 : group.listed), 0);
  const hasUnnamed = groups.some((group) => group.unnamed > 0);
  const form = !hasUnnamed ? fitted.form : listed === 0 ? 'groups' : 'mixed';
  const omitted = Math.max(0, request.deferred - listed);
  const text = [listingHeader, ...blocksOf(groups, fitted, absent).map((block) => block.text)].join('\n');
  return { text: withGuidance(text, omitted === 0 ? complete : partial), form, listed, omitted };
}
