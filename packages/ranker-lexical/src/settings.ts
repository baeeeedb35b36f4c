/** Parts of a tool that are indexed, in the order in which they are read. */
export const fieldNames = [
  'name',
  'source',
  'title',
  'summary',
  'description',
  'parameterNames',
  'parameterDescriptions',
  'parameterValues',
] as const;

/** `summary` is the first sentence of the description, `description` the rest, `parameterValues` the words of enumerations. */
export type FieldName = (typeof fieldNames)[number];

/** How a field counts. */
export interface FieldSettings {
  /** What one occurrence adds before saturation; 0 leaves the field out of the index. */
  readonly weight: number;
  /** How much a long field lowers its occurrences: 0 not at all, 1 in proportion to the length (the b of BM25F). */
  readonly lengthSlope: number;
  /** Length in words at which the slope neither lowers nor raises. Fixed, so that a score depends on no other tool's length. */
  readonly usualLength: number;
}

/** The numbers of the recipe. They were chosen on `benchmarks/ranking`; each can be set to 0 to turn its part off. */
export interface LexicalSettings {
  readonly fields: Readonly<Record<FieldName, FieldSettings>>;
  /** Saturation of repeated words (the k1 of BM25). */
  readonly saturation: number;
  /** How often one word counts in the name, the title or a part of the description; more often is no better. */
  readonly mostRepeats: number;
  /** Weight of grammatical words (`the`, `please`); 1 treats them as any word. */
  readonly stopWordWeight: number;
  /** Weight of words of conversation (`helpful`, `interested`). */
  readonly fillerWeight: number;
  /** Weight of words that are general but may name an ability (`time`, `people`). */
  readonly generalWeight: number;
  /** Weight of a number in the query: usually an argument. */
  readonly numberWeight: number;
  /** Weight of words inside quotation marks: usually an argument. */
  readonly quotedWeight: number;
  /** Weight of a synonym against the word itself. */
  readonly synonymWeight: number;
  /** The same when no tool has the word itself, so that nothing else can answer it. */
  readonly loneSynonymWeight: number;
  /** Weight of another form of the word (`payment` for `pay`) against the word itself. */
  readonly variantWeight: number;
  /** For words that match nothing: weight of a word that begins with it. */
  readonly prefixWeight: number;
  /** For words that match nothing: weight of a word one edit (two from 9 letters on) away. */
  readonly typoWeight: number;
  /** Exponent of the share of the query that a tool covers. */
  readonly coveragePower: number;
  /** Weight of the name bonus. */
  readonly nameBonus: number;
  /** What a tool gains, in parts of its score, whose name says exactly what the query says. */
  readonly wholeNameBonus: number;
  /** Exponent of the covered share inside the name bonus. */
  readonly nameCoveragePower: number;
  /** Weight of another verb for the same action (`delete` for `remove`) where the word is the verb of the query. */
  readonly actionWeight: number;
  /** What a tool gains, in parts of its score, whose name has the action and a thing that the query asks for, and loses when it has another action. */
  readonly actionBonus: number;
  /** Tools that the second stage looks at. */
  readonly candidates: number;
  /** Positions at the top in which every ability of the query is to be present; 0 turns that off. */
  readonly abilityPositions: number;
  /** Share of an ability's words that a tool must cover to be placed there for it. */
  readonly abilityCoverage: number;
  /** Confidence that a trusted tool needs to take the first place from an untrusted one that scores more. */
  readonly trustedConfidence: number;
  /** And the share of that one's score that it must reach, when that one's source is established; 1 turns all of this off. */
  readonly trustedShare: number;
  /** And the share of the query's content words that it must cover then. */
  readonly trustedCoverage: number;
  /** Tools that a source has at least to be established. */
  readonly establishedTools: number;
  /** Share of the query that a tool of a smaller source covers at least before its place is questioned. */
  readonly establishedCoverage: number;
  /** As `trustedConfidence`, for a tool of an established source against one of a source with fewer tools. */
  readonly establishedConfidence: number;
  /** As `trustedShare`, for established sources; 1 also makes every source established. */
  readonly establishedShare: number;
  /** Below this confidence an answer is marked weak. */
  readonly weakBelow: number;
  /** Below this confidence an answer is empty when a content word matches nothing; 0 empties none. */
  readonly emptyBelow: number;
}

const field = (weight: number, lengthSlope: number, usualLength: number): FieldSettings => ({
  weight,
  lengthSlope,
  usualLength,
});

/** The default recipe. */
export const defaultSettings: LexicalSettings = {
  fields: {
    name: field(2.5, 0.5, 4),
    source: field(1.8, 0.5, 1.5),
    title: field(1, 0.5, 4),
    summary: field(1, 0.6, 11),
    description: field(0.6, 0.6, 20),
    parameterNames: field(0.5, 0.6, 8),
    parameterDescriptions: field(0.2, 0.6, 40),
    parameterValues: field(0.4, 0.6, 20),
  },
  saturation: 1.8,
  mostRepeats: 3,
  stopWordWeight: 0.3,
  fillerWeight: 0.35,
  generalWeight: 0.8,
  numberWeight: 0.3,
  quotedWeight: 0.4,
  synonymWeight: 0.4,
  loneSynonymWeight: 0.65,
  variantWeight: 0.9,
  prefixWeight: 0.6,
  typoWeight: 0.65,
  coveragePower: 0.3,
  nameBonus: 0.25,
  wholeNameBonus: 0.2,
  nameCoveragePower: 0.5,
  actionWeight: 0.7,
  actionBonus: 0.1,
  candidates: 40,
  abilityPositions: 5,
  abilityCoverage: 0.4,
  trustedConfidence: 0.2,
  trustedShare: 0.8,
  trustedCoverage: 0.7,
  establishedTools: 3,
  establishedCoverage: 0.9,
  establishedConfidence: 0.3,
  establishedShare: 0.5,
  weakBelow: 0.28,
  emptyBelow: 0.11,
};
