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

/** What is shown directly comes before what is found by search, what is trusted before what is not: no stranger takes a tool's name away. */
function precedenceOf({ tool, visibility }: CallNameClaim): 0 | 1 | 2 | 3 {
  const isDirect = visibility === 'direct' || visibility === 'direct-only';
  if (tool.trust === 'trusted') return isDirect ? 0 : 2;
  return isDirect ? 1 : 3;
}

/**
 * Gives every tool the name a model calls it by: the preferred name where it is free, else `<owner>__<name>`, else a name with a suffix
 * from the digest of its id. A claim of higher precedence wins; among equals all that want one name lose it, so the table does not
 * depend on any order. Names are never taken apart again.
 */
export function assignCallNames(
  claims: readonly CallNameClaim[],
  preferred: (tool: ToolDescriptor) => string,
  reserved: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>(reserved);
  const equals: [ToolDescriptor[], ToolDescriptor[], ToolDescriptor[], ToolDescriptor[]] = [[], [], [], []];
  for (const claim of claims) equals[precedenceOf(claim)].push(claim.tool);
  for (const tools of equals) assignEqual(tools, preferred, names, taken);
  return names;
}

function assignEqual(
  tools: readonly ToolDescriptor[],
  preferred: (tool: ToolDescriptor) => string,
  names: Map<string, string>,
  taken: Set<string>,
): void {
  let open = [...tools];
  const forms = [preferred, (tool: ToolDescriptor) => `${tool.source.owner}__${tool.name}`];
  for (const form of forms) {
    if (open.length === 0) return;
    const wanted = open.map((tool) => sanitise(form(tool), tool.id));
    const seen = new Set<string>();
    // What several want, and what is taken, nobody gets.
    const lost = new Set<string>();
    for (const name of wanted) {
      if (taken.has(name) || seen.has(name)) lost.add(name);
      seen.add(name);
    }
    const rest: ToolDescriptor[] = [];
    open.forEach((tool, place) => {
      const name = wanted[place] as string;
      if (lost.has(name)) return rest.push(tool);
      taken.add(name);
      return names.set(tool.id, name);
    });
    open = rest;
  }
  for (const tool of open.sort((left, right) => compareCodeUnits(left.id, right.id))) {
    let name = withSuffix(sanitise(`${tool.source.owner}__${tool.name}`, tool.id), tool.id);
    for (let count = 2; taken.has(name); count++)
      name = withSuffix(`${tool.source.owner}__${tool.name}`.replace(/[^A-Za-z0-9_-]+/gu, '_'), `${tool.id}#${count}`);
    taken.add(name);
    names.set(tool.id, name);
  }
}
