import { type ToolDescriptor } from '@toolrack/contracts';
import { firstUnits } from '../text/bounded-text.js';
import { plainName } from '../text/quoted.js';
import { editDistance, editThreshold } from '../text/edit-distance.js';
import { type CatalogLookup } from './catalog-lookup.js';

/** Most tools that an error suggests. */
const mostSuggestions = 3;
/** What is looked at of a description, in UTF-16 code units. */
const descriptionRead = 720;

interface SearchText {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly tokens: ReadonlySet<string>;
}

const texts = new WeakMap<ToolDescriptor, SearchText>();

function tokensOf(text: string): readonly string[] {
  return text.match(/[a-z0-9]+/g) ?? [];
}

function searchText(tool: ToolDescriptor): SearchText {
  let made = texts.get(tool);
  if (made === undefined) {
    const name = tool.name.toLowerCase();
    const text = `${tool.title ?? ''}\n${firstUnits(tool.description, descriptionRead)}`.toLowerCase();
    made = { id: tool.id.toLowerCase(), name, text, tokens: new Set([...tokensOf(name), ...tokensOf(text)]) };
    texts.set(tool, made);
  }
  return made;
}

/** Points for likeness; the weights are OpenClaw's, those for owner words and misspellings our own. */
function score(tool: ToolDescriptor, needle: string, tokens: readonly string[]): number {
  const { id, name, text, tokens: own } = searchText(tool);
  const { owner } = tool.source;
  let points = needle.includes(name) || id.includes(needle) ? 40 : 0;
  if (tokens.includes(name)) points += 40;
  for (const token of tokens) if (own.has(token)) points += 12;
  if (text.includes(needle)) points += 8;
  const wanted = needle.slice(needle.lastIndexOf(':') + 1);
  const threshold = editThreshold(wanted);
  const distance = wanted === '' ? threshold + 1 : editDistance(wanted, name, threshold);
  if (distance <= threshold && distance < wanted.length) points += 40 - 8 * distance;
  // Where a tool comes from decides between tools that are alike; alone it makes none alike.
  return points > 0 && tokens.includes(owner.toLowerCase()) ? points + 4 : points;
}

interface Suggestion {
  readonly tool: ToolDescriptor;
  readonly points: number;
}

/** More points first, then by name and id. */
function order(left: Suggestion, right: Suggestion | undefined): number {
  if (right === undefined || left.points !== right.points) return (right?.points ?? 0) - left.points;
  const [name, other] = [left.tool.name, right.tool.name];
  if (name !== other) return name < other ? -1 : 1;
  return left.tool.id < right.tool.id ? -1 : 1;
}

/** A tool that a model may have meant. */
export interface SuggestedTool {
  /** What it is to be called by. */
  readonly label: string;
  /** Its name is text of an untrusted source. */
  readonly isForeign: boolean;
}

/** What a model is to call the tool by. */
function labelOf(tool: ToolDescriptor, lookup: CatalogLookup): string {
  const named = lookup.byName(tool.name);
  return named.length === 1 && named[0]?.tool.id === tool.id ? tool.name : tool.id;
}

/**
 * Tools that a model may have meant by a reference that leads nowhere: at most three, by shared words, containment and
 * edit distance. A name is shown when it is unique in the catalog, else the id. Words that only say where a tool comes
 * from do not make it alike.
 */
export function suggestTools(reference: string, lookup: CatalogLookup, without?: string): readonly SuggestedTool[] {
  const needle = firstUnits(reference, 256).trim().toLowerCase();
  if (needle === '') return [];
  const tokens = [...new Set(tokensOf(needle))];
  const best: Suggestion[] = [];
  for (const entry of lookup.view.entries) {
    const { tool } = entry;
    if (tool.id === without || !lookup.isCatalogued(entry)) continue;
    const points = score(tool, needle, tokens);
    const candidate = { tool, points };
    if (points <= 0 || (best.length === mostSuggestions && order(candidate, best[mostSuggestions - 1]) >= 0)) continue;
    if (!plainName.test(labelOf(tool, lookup))) continue;
    best.push(candidate);
    best.sort(order);
    best.length = Math.min(best.length, mostSuggestions);
  }
  return best.map(({ tool }) => ({ label: labelOf(tool, lookup), isForeign: tool.trust !== 'trusted' }));
}
