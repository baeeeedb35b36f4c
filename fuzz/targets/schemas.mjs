import { functionParameters } from '@toolrack/adapter-openai';
import { isJsonObject } from '@toolrack/contracts';
import { boundedValidator, JsonSchemaValidator, normaliseTool, withoutPatterns } from '@toolrack/core';
import { createBm25Ranker } from '@toolrack/ranker-bm25';
import { LexicalRanker } from '@toolrack/ranker-lexical';
import { detectInstructions } from '@toolrack/text-guard';
import { readTool } from '../../packages/source-mcp/dist/tool-definition.js';
import { coerceArguments } from '../../packages/surface-hermes/dist/coercion/coerce-arguments.js';
import { HermesValidator } from '../../packages/surface-hermes/dist/validation/hermes-validator.js';
import { repairValues } from '../../packages/surface-openclaw/dist/repair/repair-values.js';
import { renderInputSignature, renderOutputSignature } from '../../packages/surface-openclaw/dist/signature/render-signature.js';

import { check } from '../loop/check.mjs';
import { documents } from '../parts/catalog.mjs';

export const words = [
  '$ref',
  '#/$defs/a',
  '#/properties/a',
  '$defs',
  '$dynamicRef',
  'unevaluatedProperties',
  'minLength',
  'https://x.example/s.json',
];

const identity = { kind: 'mcp', owner: 'fuzz' };

/** A definition from a server's list to what is validated, repaired, ranked and shown. */
export async function create() {
  const validator = new JsonSchemaValidator();
  // As calls are validated: a validator of a plugin is bounded from outside.
  const hermesValidator = boundedValidator(new HermesValidator());
  const rankers = [new LexicalRanker(), createBm25Ranker()];

  const run = async (input) => {
    const { definition, given } = read(input.toString());
    detectInstructions(input.toString());
    const entry = readTool(definition, 0);
    check(['tool', 'lost', 'hidden'].includes(entry.kind), 'an entry of a list is read as nothing');
    const normalised = normaliseTool(entry.kind === 'tool' ? entry.tool : definition, identity, 'trusted');
    if (!('tool' in normalised)) return void check(normalised.reason !== '', 'a tool is left out without a reason');
    const { tool } = normalised;
    check(/^[\da-f]{64}$/u.test(tool.digest), 'a tool has no digest');
    validate(tool, given);
    show(tool);
    await rank(tool);
  };

  /** An untrusted schema is compiled without patterns; those of Hermes' validator are judged one by one. */
  const validate = ({ inputSchema }, given) => {
    if (isJsonObject(given)) {
      check(isJsonObject(repairValues(given, inputSchema)), 'repaired arguments are no object');
      check(isJsonObject(coerceArguments(given, inputSchema)), 'coerced arguments are no object');
    }
    wellFormed(hermesValidator.compile(inputSchema).check(given));
    let compiled;
    try {
      compiled = validator.compile(withoutPatterns(inputSchema));
    } catch (error) {
      check(error instanceof Error && error.message !== '', 'a schema is refused without a reason');
      return;
    }
    try {
      wellFormed(compiled.check(given));
    } catch (error) {
      // What is compiled at the first value may be refused then.
      check(error instanceof Error && error.message !== '', 'a schema is refused without a reason');
    }
  };

  const show = ({ inputSchema, outputSchema }) => {
    check(renderInputSignature(inputSchema).length <= 300, 'an input signature is too long');
    check((renderOutputSignature(outputSchema) ?? '').length <= 800, 'an output signature is too long');
    check(functionParameters(inputSchema).type === 'object', 'parameters of a function are no object');
  };

  const rank = async ({ id, name, title, description, source, trust, inputSchema }) => {
    const document = { id, name, ...(title === undefined ? {} : { title }), description, source, trust, inputSchema };
    for (const ranker of rankers) {
      const index = await ranker.index([...documents, document]);
      const query = { text: `${name} ${description}`.slice(0, 500), limit: 5 };
      const { hits } = await index.search(query);
      check(hits.length <= 5 && hits.every((hit) => Number.isFinite(hit.score)), 'a hit has no score');
      check(new Set(hits.map((hit) => hit.id)).size === hits.length, 'a tool is found twice');
      check(JSON.stringify((await index.search(query)).hits) === JSON.stringify(hits), 'asked twice, a ranker answers differently');
    }
  };
  // Two validators, of which each may use all the work that it is allowed, and what is shown and ranked.
  return { run, operations: 3 };
}

function read(text) {
  try {
    const value = JSON.parse(text);
    return isJsonObject(value) && 'definition' in value
      ? { definition: value.definition, given: value.given }
      : { definition: value, given: {} };
  } catch {
    return { definition: { name: text.slice(0, 200), description: text, inputSchema: {} }, given: { text } };
  }
}

function wellFormed(issues) {
  check(Array.isArray(issues), 'a check answers no list');
  for (const { path, keyword, message } of issues) {
    check(typeof path === 'string' && typeof keyword === 'string' && typeof message === 'string', 'an issue lacks a part');
  }
}
