import { canonicalJson, type JsonObject, type JsonSchema, type JsonValue } from '@toolrack/contracts';
import { boundedPattern, type BoundedPattern } from '../bounded-pattern.js';
import { checkSchema } from './check-schema.js';
import { SchemaResources } from './schema-resources.js';
import { declaredDialect, type Dialect } from './schema-shape.js';
import { formatTest } from './text-formats.js';

/** Longest pattern that is used, in characters; a longer one accepts everything. The longest of 4,852 real tools has 306. */
const longestPattern = 1_000;
/** Characters of patterns made ready at once; making one takes up to 25 microseconds a character. Others wait or accept. */
const mostPatternCharacters = 5_000;
/** Names are looked up instead of gone through from this many on. */
const manyNames = 32;

/** What is known of a schema beforehand, made when it is first needed. The constructor throws an `Error` that says why a schema cannot be used. */
export class SchemaPlan {
  readonly dialect: Dialect;
  /** Whether what was looked at has to be noted. */
  readonly tracksParts: boolean;
  readonly resources: SchemaResources;
  private readonly patterns = new Map<string, BoundedPattern | undefined>();
  private readonly enums = new Map<object, ReadonlySet<string>>();
  private readonly names = new Map<object, readonly string[]>();
  private readonly formats = new Map<string, ReturnType<typeof formatTest>>();
  private readonly targets = new Map<object, JsonSchema>();
  private patternCharacters = mostPatternCharacters;

  constructor(
    readonly root: JsonObject,
    private readonly judgesFormats = true,
  ) {
    this.resources = new SchemaResources(root);
    const found = new Set<string>();
    checkSchema(root, this.resources, (source) => void this.pattern(source), found);
    this.dialect = declaredDialect(root) ?? (found.has('items[]') ? 'draft-07' : '2020-12');
    this.tracksParts = found.has('unevaluatedProperties') || found.has('unevaluatedItems');
  }

  /** A new check begins. */
  open(): void {
    this.patternCharacters = mostPatternCharacters;
  }

  /** The expression, or `undefined` for one that accepts everything. Throws for what is no pattern. */
  pattern(source: string): BoundedPattern | undefined {
    if (source.length > longestPattern) return undefined;
    if (this.patterns.has(source)) return this.patterns.get(source);
    this.patternCharacters -= source.length;
    if (this.patternCharacters < 0) return undefined;
    // Kept before it is made: one that is seen to be none only when it is used accepts everything.
    this.patterns.set(source, undefined);
    const made = boundedPattern(source);
    this.patterns.set(source, made);
    return made;
  }

  format(name: string): ReturnType<typeof formatTest> {
    if (!this.judgesFormats) return undefined;
    if (!this.formats.has(name)) this.formats.set(name, formatTest(name));
    return this.formats.get(name);
  }

  /** The values of an `enum` in their canonical form. */
  enumOf(values: readonly JsonValue[]): ReadonlySet<string> {
    let known = this.enums.get(values);
    if (known === undefined) this.enums.set(values, (known = new Set(values.map(canonicalJson))));
    return known;
  }

  /** Which names of an object of schemas the value may have: all of them, or those of the value that are among them. */
  namesIn(schemas: JsonObject, value: Readonly<Record<string, unknown>>): readonly string[] {
    let names = this.names.get(schemas);
    if (names === undefined) this.names.set(schemas, (names = Object.keys(schemas)));
    return names.length <= manyNames ? names : Object.keys(value).filter((name) => Object.hasOwn(schemas, name));
  }

  /** Where a reference leads; checked when the plan was made. */
  target(schema: JsonObject, reference: string): JsonSchema {
    let known = this.targets.get(schema);
    if (known === undefined) this.targets.set(schema, (known = this.resources.resolve(reference, schema) ?? true));
    return known;
  }
}
