import { isDeepStrictEqual } from 'node:util';

import { clients, jsonFormat, planConnect, planImport, readClientFile, VariableTable, yamlFormat } from '@toolrack/client-config';
import { isJsonObject, ToolrackError } from '@toolrack/contracts';
import { parseConfiguration } from '../../packages/cli/dist/config/read-configuration.js';
import { migrateHermes } from '../../packages/cli/dist/migrate/hermes/migrate-hermes.js';
import { migrateOpenclaw } from '../../packages/cli/dist/migrate/migrate-openclaw.js';

import { check, refusable } from '../loop/check.mjs';

const host = { platform: 'linux', home: '/home/ada', environment: {}, folder: '/work/shop' };
const gateway = { stdio: { command: 'npx', args: ['toolrack', 'serve'] } };
export const words = ['mcp_servers', 'mcpServers', 'context_servers', 'extensions', 'toolSearch', 'codeTimeoutMs', 'tool_search'];

/** Files of other programs: both migrations, and reading, importing and connecting every client's configuration. */
export async function create() {
  const clientFile = async (client, text) => {
    const content = await refusable(
      () => readClientFile(`/work/shop/${client.id}`, text, { client, host, target: '/work/shop', variables: new VariableTable() }),
      ToolrackError,
    );
    if (content === undefined) return;
    check(Array.isArray(content.servers) && Array.isArray(content.skipped), 'a client file without its two lists');
    for (const [file, format] of [
      ['toolrack.json', jsonFormat],
      ['toolrack.yaml', yamlFormat],
    ]) {
      const plan = await refusable(() => planImport({ file, text: '', format, contents: [content], onConflict: 'suffix' }), ToolrackError);
      if (plan !== undefined && plan.after !== '') check(isJsonObject(format.parse(plan.after)), 'an import that nobody can read');
    }
    const connect = (before) => planConnect({ client, file: client.id, text: before, name: 'toolrack', gateway });
    const connected = await refusable(() => connect(text), ToolrackError);
    if (connected !== undefined) check(connect(connected.after).after === connected.after, 'connecting twice is not connecting once');
  };
  const run = async (input) => {
    const text = input.toString();
    const migrated = await refusable(() => migrateOpenclaw('openclaw.json', text), ToolrackError);
    if (migrated !== undefined) {
      check(migrateOpenclaw('openclaw.json', migrated.text).changes.length === 0, 'migrating twice is not migrating once');
    }
    for (const name of ['config.json', 'config.yaml']) {
      const given = await refusable(() => parseConfiguration(name, text), ToolrackError);
      if (given === undefined) continue;
      const result = await refusable(() => migrateHermes(given.value), ToolrackError);
      if (result !== undefined) check(isDeepStrictEqual(result, migrateHermes(given.value)), 'a migration depends on something else');
    }
    for (const client of clients) await clientFile(client, text);
  };
  // Two migrations, and twelve clients' files that are read, imported and connected twice; YAML of this size takes half a second at the worst.
  return { run, operations: 8 };
}
