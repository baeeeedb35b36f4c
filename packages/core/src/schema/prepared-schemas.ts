import type { JsonObject, JsonValue } from '@toolrack/contracts';
import type { PreparedSchema, Rule } from './evaluation.js';
import { keywords } from './keywords.js';
import type { SchemaPlan } from './schema-plan.js';

/** The parts of one schema made ready, each when it is first needed. */
export class PreparedSchemas {
  private readonly prepared = new Map<object, PreparedSchema>();

  constructor(private readonly plan: SchemaPlan) {}

  /** The keywords of a part that its dialect has, in the order of their evaluation. */
  readonly prepare = (schema: JsonObject): PreparedSchema => {
    let known = this.prepared.get(schema);
    if (known === undefined) this.prepared.set(schema, (known = this.make(schema)));
    return known;
  };

  private make(schema: JsonObject): PreparedSchema {
    const { dialect, resources } = this.plan;
    const rules: Rule[] = [];
    for (const [key, argument] of Object.entries(schema)) {
      const found = argument === undefined || !Object.hasOwn(keywords, key) ? undefined : keywords[key];
      if (found === undefined || (found.dialects !== undefined && !found.dialects.includes(dialect))) continue;
      rules.push({ keyword: found.judge, argument: argument as JsonValue, order: found.order });
    }
    rules.sort((left, right) => left.order - right.order);
    return { rules, base: resources.base(schema) };
  }
}
