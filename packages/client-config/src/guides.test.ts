import { readFileSync } from 'node:fs';

import type { GatewayAddress } from './client-dialect.js';
import { clientNamed } from './clients/index.js';
import { planConnect } from './connect/plan-connect.js';
import { isSame, parseDocumentText } from './formats/edit-document.js';
import { readClientFile } from './import/read-client-file.js';

const guide = (id: string): string => readFileSync(new URL(`../../../docs/guides/clients/${id}.md`, import.meta.url), 'utf8');
const blocks = (text: string): string[] => [...text.matchAll(/^```(?:jsonc?|toml)\n(.*?)^```$/gmsu)].map(([, block]) => block as string);

const paths = ['/path/to/toolrack.js', 'serve', '--stdio', '--config', '/path/to/toolrack.json'];
const started = (command: string): GatewayAddress => ({ stdio: { command, args: paths } });
const http: GatewayAddress = { http: { url: 'http://127.0.0.1:8808/mcp', tokenVariable: 'TOOLRACK_TOKEN' } };

describe('the guides for clients', () => {
  it.each([
    ['claude-desktop', [started('/usr/local/bin/node')]],
    ['claude-code', [started('node'), http]],
    ['cursor', [started('node'), http]],
    ['vs-code', [started('node'), http]],
    ['codex', [started('node'), http]],
  ])("show for %s what connect writes, in the client's real format", (id, gateways) => {
    const client = clientNamed(id);
    const shown = blocks(guide(id));
    expect(shown).toHaveLength(gateways.length);
    for (const [index, gateway] of gateways.entries()) {
      const text = shown[index] as string;
      const written = planConnect({ client, file: 'f', text: '', name: 'toolrack', gateway }).after;
      const [inGuide, byConnect] = [text, written].map((content) => parseDocumentText(client.format, 'f', content));
      expect(isSame(inGuide, byConnect)).toBe(true);
      const host = { platform: 'linux', home: '/h', environment: {}, folder: '/p' };
      const read = readClientFile('f', text, { client, host, target: '/p' });
      expect(read.servers.length + read.skipped.length).toBe(1);
    }
  });
});
