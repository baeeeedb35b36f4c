import { SecretMask } from '@toolrack/contracts';

/**
 * What this process never writes to its terminal: the key `secrets` of its configuration, and what variables brought into it that looks like a secret.
 * One for the process, because a mistake in a configuration is told of before there is anything that could hold it.
 */
export const hiddenValues = new SecretMask();
