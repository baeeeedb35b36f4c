import { isJsonObject, schemaKeywords, type JsonObject, type JsonValue } from '@toolrack/contracts';

/** A draft of JSON Schema whose rules differ; draft-04 and draft-06 are read as draft-07. */
export type Dialect = 'draft-07' | '2019-09' | '2020-12';

/** Keywords whose value is an object of schemas, a schema, and an array of schemas; `items` may be either of the latter. */
const maps = new Set<string>([...schemaKeywords.map, 'dependencies']);
const singles = new Set<string>(schemaKeywords.one);
const lists = new Set<string>(schemaKeywords.list);
/** Keywords whose schemas are asked about the value itself, not about a part of it. */
const inPlace = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas', 'dependencies']);

/** A schema inside of a schema. */
export interface SchemaPart {
  readonly schema: JsonValue | undefined;
  /** The keyword and, where it holds several schemas, the name or position in it. */
  readonly keyword: string;
  readonly name?: string | number;
  readonly isInPlace: boolean;
}

/** The schemas directly inside of one, without definitions: those count where something refers to them. */
export function partsOf(schema: JsonObject): readonly SchemaPart[] {
  const parts: SchemaPart[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    const isInPlace = inPlace.has(keyword);
    if (maps.has(keyword) && isJsonObject(value)) {
      // `dependencies` of older drafts may list names instead.
      for (const [name, part] of Object.entries(value)) if (!Array.isArray(part)) parts.push({ schema: part, keyword, name, isInPlace });
    } else if (lists.has(keyword) && Array.isArray(value)) {
      value.forEach((part: JsonValue, name) => parts.push({ schema: part, keyword, name, isInPlace }));
    } else if (singles.has(keyword) && !isIdle(keyword, schema)) parts.push({ schema: value, keyword, isInPlace });
  }
  return parts;
}

/** Without `if` its branches say nothing. */
function isIdle(keyword: string, schema: JsonObject): boolean {
  return (keyword === 'then' || keyword === 'else') && schema['if'] === undefined;
}

/** The dialect that a schema declares. */
export function declaredDialect(schema: JsonObject): Dialect | undefined {
  const declared = schema['$schema'];
  if (typeof declared !== 'string') return undefined;
  if (/draft-0[3-7]/u.test(declared)) return 'draft-07';
  if (declared.includes('2019-09')) return '2019-09';
  return declared.includes('2020-12') ? '2020-12' : undefined;
}

/** A place in a schema or a value: its last part and the place around it. Put into words only where something is told of. */
export interface Path {
  readonly key: string | number;
  readonly above: Path | undefined;
}

/** The place as a JSON Pointer. */
export function pointerOf(path: Path | undefined): string {
  const parts: string[] = [];
  for (let place = path; place !== undefined; place = place.above) {
    parts.push(String(place.key).replaceAll('~', '~0').replaceAll('/', '~1'));
  }
  return parts.length === 0 ? '' : `/${parts.reverse().join('/')}`;
}
