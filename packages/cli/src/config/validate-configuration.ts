import { readFileSync } from 'node:fs';

import { ToolrackError, type JsonObject } from '@toolrack/contracts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

import { describeFaults, type FaultPlace } from './schema-faults.js';

let compiled: ValidateFunction | undefined;

function validator(): ValidateFunction {
  if (compiled === undefined) {
    const schema = readFileSync(new URL('../../schema/toolrack.schema.json', import.meta.url), 'utf8');
    compiled = compile(JSON.parse(schema) as JsonObject);
  }
  return compiled;
}

function compile(schema: JsonObject): ValidateFunction {
  return new Ajv2020({ allErrors: true, verbose: true, strict: false }).compile(schema);
}

/** Checks a configuration with the published schema. Throws `ERR_CONFIG_VALUE` that names every fault. */
export function validateConfiguration(
  value: JsonObject,
  place: Pick<FaultPlace, 'written' | 'where'> & Partial<Pick<FaultPlace, 'locate'>>,
): void {
  const validate = validator();
  if (validate(value)) return;
  const faults = describeFaults(validate.errors ?? [], { locate: (path) => path, ...place, value });
  throw new ToolrackError('ERR_CONFIG_VALUE', faults);
}

/**
 * Checks a plugin's options as the kernel will, but tells the faults in terms of the file. Throws `ERR_PLUGIN_OPTIONS`. A schema
 * that does not compile is left to the kernel.
 */
export function validateOptions(
  plugin: { readonly optionsSchema?: JsonObject; readonly options: object },
  place: Omit<FaultPlace, 'value'>,
): void {
  if (plugin.optionsSchema === undefined) return;
  let validate: ValidateFunction;
  try {
    validate = compile(plugin.optionsSchema);
  } catch {
    return;
  }
  if (validate(plugin.options)) return;
  throw new ToolrackError('ERR_PLUGIN_OPTIONS', describeFaults(validate.errors ?? [], { ...place, value: plugin.options }));
}
