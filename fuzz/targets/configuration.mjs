import { ToolrackError } from '@toolrack/contracts';
import { composeConfiguration } from '../../packages/cli/dist/config/compose-configuration.js';
import { configuredSecrets } from '../../packages/cli/dist/config/configured-secrets.js';
import { expandVariables } from '../../packages/cli/dist/config/expand-variables.js';
import { hermesBlocks } from '../../packages/cli/dist/config/hermes-blocks.js';
import { holdServers } from '../../packages/cli/dist/config/held-servers.js';
import { formatKeyPath } from '../../packages/cli/dist/config/key-path.js';
import { parseConfiguration } from '../../packages/cli/dist/config/read-configuration.js';
import { validateConfiguration } from '../../packages/cli/dist/config/validate-configuration.js';

import { check, refusable } from '../loop/check.mjs';

const secret = 'canary-secret-5f0c81';
const environment = { HOME: '/home/ada', TOKEN: secret, EMPTY: '' };
export const words = ['${TOKEN}', '${EMPTY:-x}', '${MISSING}', 'mcpServers', 'toolSearch', '@toolrack/result-store'];

/** A configuration file from its text to its plugins, as JSON and as YAML; nothing is started. What variables hold stands in no error. */
export async function create() {
  const load = async (file, text) => {
    const document = await parseConfiguration(file, text);
    const { value: runnable } = holdServers(document.value, environment);
    const used = [];
    const expanded = expandVariables(runnable, environment, document.where, (variable) => used.push(variable));
    const at = (path) => `${document.where(path)}: ${formatKeyPath(path)}`;
    const secrets = configuredSecrets(expanded, used, at);
    const written = { value: expanded, locate: (path) => path, warnings: [] };
    const { value, locate, warnings } = expanded['preset'] === 'hermes' ? await hermesBlocks(expanded, at) : written;
    validateConfiguration(value, { written: document.value, where: document.where, locate });
    // Plugins of other packages would be looked for on the disk and run.
    return composeConfiguration(document, { ...value, plugins: [] }, { locate, warnings, secrets });
  };
  const run = async (input) => {
    const text = input.toString();
    for (const file of ['/work/toolrack.json', '/work/toolrack.yaml']) {
      const told = [];
      const configuration = await refusable(async () => {
        try {
          return await load(file, text);
        } catch (error) {
          told.push(String(error?.message), String(error?.hint));
          throw error;
        }
      }, ToolrackError);
      if (configuration !== undefined) told.push(...configuration.warnings, ...configuration.origins.values());
      check(!told.join('\n').includes(secret), 'what a variable holds stands in an error or a warning');
    }
  };
  return { run };
}
