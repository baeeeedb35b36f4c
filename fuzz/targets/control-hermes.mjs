import { hermes } from '@toolrack/presets';
import { isJsonObject } from '@toolrack/contracts';

import { controlTarget, controlWords } from '../parts/control-target.mjs';

export const words = controlWords;

/** The controls in Hermes' dialect. */
export const create = () =>
  controlTarget(hermes, (given, secret) => {
    for (const call of Array.isArray(given.calls) ? given.calls : []) {
      if (isJsonObject(call) && isJsonObject(call.arguments)) call.arguments.password = secret;
    }
  });
