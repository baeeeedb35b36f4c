import { compareCodeUnits } from '@toolrack/contracts';
import type { ToolDescriptor, Visibility } from '@toolrack/contracts';
import { sha256 } from './sha256.js';

/** Longest name that every model provider accepts. */
const longestCallName = 64;
const acceptable = /^[A-Za-z0-9-][A-Za-z0-9_-]{0,63}$/u;
/** Hexadecimal digits of the id's digest that tell two cut or equal names apart. */
const suffixDigits = 8;

/**
 * Replaces what providers refuse: at most 64 characters of `[A-Za-z0-9_-]`, never empty. A cut name ends in digits of the id's digest, and so
 * does one of a script that providers refuse as a whole, which then begins with its owner.
 */
function sanitise(name: string, id: string): string {
  if (acceptable.test(name)) return name;
  const safe = safeCharacters(name);
  if (!/[A-Za-z0-9]/u.test(safe)) return withSuffix(safeCharacters(id.split(':')[1] ?? '').replace(/^_$/u, 'tool'), id);
  return safe.length <= longestCallName ? safe : withSuffix(safe, id);
}

function safeCharacters(name: string): string {
  const safe = name.normalize('NFKD').replace(/[^A-Za-z0-9_-]+/gu, '_');
  return safe.replace(/^_+(?=.)/u, '') || '_';
}

function withSuffix(name: string, id: string): string {
  return `${name.slice(0, longestCallName - suffixDigits - 1)}_${sha256(id).slice(0, suffixDigits)}`;
}

/** A tool that wants a call name, and how it is shown. */
export interface CallNameClaim {
  readonly tool: ToolDescriptor;
  readonly visibility: Visibility;
}

/**
 * What is shown directly comes before what is found by search, what is trusted before what is not: no stranger takes a tool's name away. Tools of
 * Toolrack itself come first, as the controls do: notes in results say their names.
 */
function precedenceOf({ tool, visibility }: CallNameClaim): 0 | 1 | 2 | 3 | 4 {
  const isDirect = visibility === 'direct' || visibility === 'direct-only';
  if (tool.source.kind === 'toolrack' && tool.trust === 'trusted') return 0;
  if (tool.trust === 'trusted') return isDirect ? 1 : 3;
  return isDirect ? 2 : 4;
}

/** Which pass gave a name away; names that are reserved were given away before all passes. */
type TakenNames = Map<string, number>;

/**
 * The name a model calls each tool by, in the order of the claims: the preferred name where it is free, else `<owner>__<name>`, else a name
 * with a suffix from the digest of its id. A claim of higher precedence wins; among equals all that want one name lose it, so who gets which
 * name does not depend on any order. Names are never taken apart again. No two claims are for one tool.
 */
export function assignCallNames(
  claims: readonly CallNameClaim[],
  preferred: (tool: ToolDescriptor) => string,
  reserved: ReadonlySet<string>,
): readonly string[] {
  const [first] = claims;
  // The tools of one source have different names: where they want these and may have them, nobody is in anybody's way.
  const isFree = ({ tool }: CallNameClaim): boolean =>
    tool.source === first?.tool.source && preferred(tool) === tool.name && acceptable.test(tool.name) && !reserved.has(tool.name);
  if (claims.every(isFree)) return claims.map(({ tool }) => tool.name);
  const names = new Array<string>(claims.length).fill('');
  const taken: TakenNames = new Map([...reserved].map((name) => [name, 0]));
  const equals: [number[], number[], number[], number[], number[]] = [[], [], [], [], []];
  claims.forEach((claim, place) => equals[precedenceOf(claim)].push(place));
  const forms = [preferred, ({ source, name }: ToolDescriptor) => `${source.owner}__${name}`];
  let pass = 0;
  for (const places of equals) {
    let open = places;
    for (const form of forms) open = assignForm(open, claims, form, names, taken, (pass += 1));
    assignSuffixed(open, claims, names, taken);
  }
  return names;
}

/** Gives the places one form of their names; answers those that are left without one, since others want it too or have it. */
function assignForm(
  places: number[],
  claims: readonly CallNameClaim[],
  form: (tool: ToolDescriptor) => string,
  names: string[],
  taken: TakenNames,
  pass: number,
): number[] {
  const contested = new Set<string>();
  places.forEach((place) => {
    const { tool } = claims[place] as CallNameClaim;
    const name = sanitise(form(tool), tool.id);
    names[place] = name;
    if (taken.has(name)) contested.add(name);
    else taken.set(name, pass);
  });
  if (contested.size === 0) return [];
  // What several want in one pass nobody gets, and it is free again for the next.
  for (const name of contested) if (taken.get(name) === pass) taken.delete(name);
  return places.filter((place) => contested.has(names[place] as string));
}

function assignSuffixed(places: number[], claims: readonly CallNameClaim[], names: string[], taken: TakenNames): void {
  const toolAt = (place: number): ToolDescriptor => (claims[place] as CallNameClaim).tool;
  for (const place of places.sort((left, right) => compareCodeUnits(toolAt(left).id, toolAt(right).id))) {
    const tool = toolAt(place);
    let name = withSuffix(sanitise(`${tool.source.owner}__${tool.name}`, tool.id), tool.id);
    for (let count = 2; taken.has(name); count++)
      name = withSuffix(`${tool.source.owner}__${tool.name}`.replace(/[^A-Za-z0-9_-]+/gu, '_'), `${tool.id}#${count}`);
    taken.set(name, 0);
    names[place] = name;
  }
}
