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
function precedenceOf({ tool, visibility }: CallNameClaim): number {
  return (visibility === 'direct' || visibility === 'direct-only' ? 0 : 2) + (tool.trust === 'trusted' ? 0 : 1);
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
  for (const precedence of [0, 1, 2, 3]) {
    assignEqual(
      claims.filter((claim) => precedenceOf(claim) === precedence).map(({ tool }) => tool),
      preferred,
      names,
      taken,
    );
  }
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
    const wanted = new Map<string, ToolDescriptor[]>();
    for (const tool of open) {
      const name = sanitise(form(tool), tool.id);
      const group = wanted.get(name);
      if (group === undefined) wanted.set(name, [tool]);
      else group.push(tool);
    }
    open = [];
    for (const [name, group] of wanted) {
      if (group.length === 1 && !taken.has(name)) {
        taken.add(name);
        names.set((group[0] as ToolDescriptor).id, name);
      } else open.push(...group);
    }
  }
  for (const tool of open.sort((left, right) => compareCodeUnits(left.id, right.id))) {
    let name = withSuffix(sanitise(`${tool.source.owner}__${tool.name}`, tool.id), tool.id);
    for (let count = 2; taken.has(name); count++)
      name = withSuffix(`${tool.source.owner}__${tool.name}`.replace(/[^A-Za-z0-9_-]+/gu, '_'), `${tool.id}#${count}`);
    taken.add(name);
    names.set(tool.id, name);
  }
}
