import type { JsonObject } from '@toolrack/contracts';
import type { BagSettings } from './bag/bag-settings.js';
import { defaultSettings, fieldNames, type FieldName, type FieldSettings, type LexicalSettings } from './settings.js';

/** Settings that differ from the default recipe. */
export type LexicalOverrides = Partial<Omit<LexicalSettings, 'fields'>> & {
  readonly fields?: Partial<Record<FieldName, Partial<FieldSettings>>>;
};

/** Options of `rankerLexical`. */
export interface RankerLexicalOptions {
  /** `toolrack` (default), or `hermes`: one bag a tool, BM25, rarest word, relevance floor, exact names. */
  readonly recipe?: 'toolrack' | 'hermes';
  /** Rules of the recipe `hermes` to change. */
  readonly bag?: Partial<BagSettings>;
  /** Numbers of the recipe to change. */
  readonly settings?: LexicalOverrides;
  /** Groups of words that stand for one another in this deployment, added to the built-in ones. */
  readonly synonyms?: readonly (readonly string[])[];
  /** A file of `toolrack index`; loaded instead of building the index when it was saved for the same tools. Not with the recipe `hermes`. */
  readonly indexFile?: string;
  /** Folder that `indexFile` is meant from; the current one. The command sets it to the folder of the configuration. */
  readonly baseDirectory?: string;
}

const number = (minimum: number, maximum: number): JsonObject => ({ type: 'number', minimum, maximum });
const integer = (minimum: number, maximum: number): JsonObject => ({ type: 'integer', minimum, maximum });

const fieldSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  properties: { weight: number(0, 100), lengthSlope: number(0, 1), usualLength: number(0.5, 10_000) },
};

const settingsSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  properties: {
    fields: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(fieldNames.map((name) => [name, fieldSchema])),
    },
    saturation: number(0.01, 100),
    mostRepeats: integer(1, 1_000),
    stopWordWeight: number(0, 1),
    fillerWeight: number(0, 1),
    generalWeight: number(0, 1),
    numberWeight: number(0, 1),
    quotedWeight: number(0, 1),
    synonymWeight: number(0, 1),
    loneSynonymWeight: number(0, 1),
    variantWeight: number(0, 1),
    prefixWeight: number(0, 1),
    typoWeight: number(0, 1),
    coveragePower: number(0, 10),
    nameBonus: number(0, 10),
    wholeNameBonus: number(0, 10),
    nameCoveragePower: number(0, 10),
    actionWeight: number(0, 1),
    actionBonus: number(0, 1),
    candidates: integer(1, 10_000),
    abilityPositions: integer(0, 50),
    abilityCoverage: number(0, 1),
    trustedConfidence: number(0, 1),
    trustedShare: number(0, 1),
    trustedCoverage: number(0, 1),
    establishedTools: integer(1, 1_000),
    establishedCoverage: number(0, 1),
    establishedConfidence: number(0, 1),
    establishedShare: number(0, 1),
    weakBelow: number(0, 1),
    emptyBelow: number(0, 1),
  },
};

const bagSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  properties: {
    saturation: number(0, 100),
    lengthSlope: number(0, 1),
    rarestWord: { type: 'boolean' },
    relevanceFloor: { type: 'boolean' },
    leafNames: { type: 'boolean' },
    titles: { type: 'boolean' },
  },
};

/** JSON Schema of `RankerLexicalOptions`. */
export const optionsSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  properties: {
    recipe: { enum: ['toolrack', 'hermes'] },
    bag: bagSchema,
    settings: settingsSchema,
    indexFile: { type: 'string', minLength: 1 },
    baseDirectory: { type: 'string', minLength: 1 },
    synonyms: { type: 'array', items: { type: 'array', minItems: 2, items: { type: 'string', minLength: 1 } } },
  },
};

/** The default recipe with the given numbers in place of its own. */
export function mergeSettings(overrides: LexicalOverrides = {}): LexicalSettings {
  const fields = { ...defaultSettings.fields };
  for (const name of fieldNames) fields[name] = { ...fields[name], ...overrides.fields?.[name] };
  return { ...defaultSettings, ...overrides, fields };
}
