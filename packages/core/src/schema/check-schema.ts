import { isJsonObject, type JsonObject, type JsonValue } from '@toolrack/contracts';
import { formFault } from './schema-forms.js';
import type { SchemaResources } from './schema-resources.js';
import { partsOf, pointerOf, type Path } from './schema-shape.js';

/** Longest place and reference in a reason, in characters. */
const longestQuote = 200;
/** Most references of a circle that are named. */
const mostNamed = 5;

/** What a schema hands a value on to, whole. */
interface Edge {
  readonly to: JsonObject;
  /** The reference, where it is one. */
  readonly reference?: string;
}

/**
 * Throws an `Error` that says why a schema cannot be used: a keyword of a form that none of its kind has, a reference that leads nowhere, or
 * references that lead back without going into a part of the value, which say nothing. Definitions that nothing refers to are not looked at.
 * `pattern` is asked about each pattern; `found` gets the keywords that decide how the others are read (`items[]` for a list). No recursion: a schema may be as deep as it likes.
 */
export function checkSchema(root: JsonObject, resources: SchemaResources, pattern: (source: string) => void, found: Set<string>): void {
  const edges = new Map<JsonObject, Edge[]>();
  const open: [JsonValue | undefined, Path | undefined][] = [[root, undefined]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, path] = next;
    if (!isJsonObject(node) || edges.has(node)) continue;
    const fault = formFault(node) ?? patternFault(node, pattern);
    if (fault !== undefined) throw new Error(`at ${place(path)}: ${fault}`);
    const out: Edge[] = [];
    edges.set(node, out);
    if (Array.isArray(node['items'])) found.add('items[]');
    for (const part of partsOf(node)) {
      if (part.keyword.startsWith('unevaluated')) found.add(part.keyword);
      const inKeyword: Path = { key: part.keyword, above: path };
      if (part.isInPlace && isJsonObject(part.schema)) out.push({ to: part.schema });
      open.push([part.schema, part.name === undefined ? inKeyword : { key: part.name, above: inKeyword }]);
    }
    for (const keyword of ['$ref', '$dynamicRef'] as const) {
      const reference = node[keyword];
      if (typeof reference !== 'string') continue;
      const target = resources.resolve(reference, node);
      if (target === undefined)
        throw new Error(`at ${place(path)}: ${keyword} ${quoted(reference)} leads to nothing in this schema, and nothing is fetched`);
      if (!isJsonObject(target)) continue;
      if (keyword === '$ref') out.push({ to: target, reference });
      open.push([target, { key: keyword, above: path }]);
    }
  }
  refuseCircles(edges);
}

function patternFault(node: JsonObject, check: (source: string) => void): string | undefined {
  const { pattern, patternProperties } = node;
  const sources = [
    ...(typeof pattern === 'string' ? [pattern] : []),
    ...(isJsonObject(patternProperties) ? Object.keys(patternProperties) : []),
  ];
  for (const source of sources) {
    try {
      check(source);
    } catch {
      return `${quoted(source)} is no regular expression`;
    }
  }
  return undefined;
}

/** A step of a walk along the edges: whose they are, and how many were taken. */
interface Step {
  readonly node: JsonObject;
  readonly reference?: string | undefined;
  taken: number;
}

/** A depth-first walk with a stack of its own. */
function refuseCircles(edges: ReadonlyMap<JsonObject, readonly Edge[]>): void {
  const done = new Set<JsonObject>();
  const above = new Set<JsonObject>();
  for (const start of edges.keys()) {
    if (done.has(start)) continue;
    const steps: Step[] = [{ node: start, taken: 0 }];
    above.add(start);
    for (let step = steps.at(-1); step !== undefined; step = steps.at(-1)) {
      const edge = edges.get(step.node)?.[step.taken];
      step.taken += 1;
      if (edge === undefined) {
        done.add(step.node);
        above.delete(step.node);
        steps.pop();
      } else if (above.has(edge.to)) throw new Error(circle(steps, edge));
      else if (!done.has(edge.to)) {
        above.add(edge.to);
        steps.push({ node: edge.to, reference: edge.reference, taken: 0 });
      }
    }
  }
}

function circle(steps: readonly Step[], last: Edge): string {
  const within = steps.slice(steps.findIndex(({ node }) => node === last.to) + 1);
  const references = [...within.map(({ reference }) => reference), last.reference].filter((reference) => reference !== undefined);
  const named = references.slice(0, mostNamed).map(quoted);
  if (references.length > mostNamed) named.push('…');
  return `its references lead back to where they began without going into a part of the value: ${[...named, named[0]].join(' -> ')}`;
}

function place(path: Path | undefined): string {
  const pointer = `#${pointerOf(path)}`;
  return pointer.length > longestQuote ? `${pointer.slice(0, longestQuote)}…` : pointer;
}

function quoted(text: string): string {
  return JSON.stringify(text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text);
}
