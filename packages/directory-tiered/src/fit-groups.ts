import { compareCodeUnits } from '@toolrack/contracts';
import { type ListingForm } from './listing-budget.js';
import { type ToolGroup } from './tool-groups.js';

/** How a group is drawn. */
export type GroupForm = 'full' | 'names' | 'summary';

/** Groups with the form of each. */
export interface FittedGroups {
  readonly form: Exclude<ListingForm, 'none'>;
  readonly forms: ReadonlyMap<string, GroupForm>;
}

/** What the fit may do beyond the original. */
export interface FitImprovements {
  /** In the form `mixed`, the smallest servers keep their descriptions as far as there is room. */
  readonly smallServerDescriptions: boolean;
  /** A summary that is not shorter than the names of a group is not used. */
  readonly shortestBlocks: boolean;
}

const all = (groups: readonly ToolGroup[], form: GroupForm): Map<string, GroupForm> => new Map(groups.map(({ label }) => [label, form]));

/** Gives back descriptions, cheapest group first, while the room lasts. */
function restoreDescriptions(groups: readonly ToolGroup[], forms: Map<string, GroupForm>, room: number): void {
  const cost = (group: ToolGroup): number => group.fullLength - group.namesLength;
  const kept = groups
    .filter((group) => forms.get(group.label) === 'names')
    .sort((left, right) => cost(left) - cost(right) || compareCodeUnits(left.label, right.label));
  let left = room;
  for (const group of kept) {
    left -= cost(group);
    if (left < 0) return;
    forms.set(group.label, 'full');
  }
}

/**
 * The ladder: every group full; every group names; names with summaries in place of the largest names blocks, one after another (ties
 * by label) until it fits. `room` is what the blocks may have in characters, line breaks between them already taken off.
 * `undefined` when nothing fits.
 */
export function fitGroups(groups: readonly ToolGroup[], room: number, improvements: FitImprovements): FittedGroups | undefined {
  const total = (pick: (group: ToolGroup) => number): number => groups.reduce((sum, group) => sum + pick(group), 0);
  if (total((group) => group.fullLength) <= room) return { form: 'full', forms: all(groups, 'full') };
  let length = total((group) => group.namesLength);
  const forms = all(groups, 'names');
  if (length <= room) return { form: 'names', forms };
  const largestFirst = groups
    .filter((group) => !improvements.shortestBlocks || group.summaryLength < group.namesLength)
    .sort((left, right) => right.namesLength - left.namesLength || compareCodeUnits(left.label, right.label));
  for (const group of largestFirst) {
    forms.set(group.label, 'summary');
    length += group.summaryLength - group.namesLength;
    if (length > room) continue;
    const isAll = [...forms.values()].every((form) => form === 'summary');
    if (improvements.smallServerDescriptions) restoreDescriptions(groups, forms, room - length);
    return { form: isAll ? 'groups' : 'mixed', forms };
  }
  return undefined;
}
