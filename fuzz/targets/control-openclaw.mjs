import { openclaw } from '@toolrack/presets';
import { isJsonObject } from '@toolrack/contracts';

import { controlTarget, controlWords } from '../parts/control-target.mjs';

export const words = controlWords;

/** The controls in OpenClaw's dialect. */
export const create = () =>
  controlTarget(openclaw, (given, secret) => {
    if (isJsonObject(given.args)) given.args.password = secret;
  });
