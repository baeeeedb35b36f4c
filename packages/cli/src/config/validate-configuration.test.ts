import { readFileSync } from 'node:fs';

import { ToolrackError, type JsonObject } from '@toolrack/contracts';

import { parseJsonConfiguration } from './read-json-configuration.js';
import { validateConfiguration } from './validate-configuration.js';

function faults(text: string): string {
  const document = parseJsonConfiguration('toolrack.json', text);
  try {
    validateConfiguration(document.value, { written: document.value, where: document.where });
  } catch (error) {
    if (ToolrackError.is(error) && error.code === 'ERR_CONFIG_VALUE') return error.message;
    throw error;
  }
  return '';
}

describe('the schema of toolrack.json', () => {
  it('accepts everything that the protocol document shows', () => {
    const text = `{
      "$schema": "./toolrack.schema.json",
      "preset": "standard",
      "mcpServers": { "everything": { "command": "node", "args": ["x"], "env": {}, "trust": "trusted", "timeoutMs": 30000 },
                      "remote": { "url": "http://127.0.0.1:9000/mcp", "headers": { "Authorization": "Bearer x" } } },
      "plugins": [ "@toolrack/ranker-bm25", ["./my-source.mjs", { "option": 1 }] ],
      "without": ["@toolrack/ranker-lexical"],
      "policy": { "rules": [ { "deny": "mcp:*:delete_*", "agents": ["guest"], "reason": "guests read only" } ] },
      "toolSearch": { "mode": "tools", "searchDefaultLimit": 8 },
      "tool_search": { "enabled": "auto", "threshold_pct": 5 },
      "connectors": { "url": "http://127.0.0.1:9100", "token": "t" },
      "trust": { "mcp:*": "trusted" }, "limits": { "callTimeoutMs": 0, "drainTimeoutMs": 5 }, "validateUntrusted": true
    }`;
    expect(faults(text)).toBe('');
  });

  it.each([
    ['a mistyped key', '{\n"mcpServer": {}\n}', /^toolrack\.json:2: mcpServer: unknown key\. Did you mean "mcpServers"\? Known keys: /u],
    [
      'a mistyped key of a server',
      '{"mcpServers":{"a":{"comand":"x","command":"y"}}}',
      /mcpServers\.a\.comand: unknown key\. Did you mean "command"\?/u,
    ],
    ['a wrong preset', '{"preset":"standrad"}', /preset: is "standrad"; must be "standard" or .*Did you mean "standard"\?/u],
    [
      'a server without an address',
      '{"mcpServers":{"a":{}}}',
      /mcpServers\.a: is an object; must be a server with either "command" .* or "url"\./u,
    ],
    ['a server with two addresses', '{"mcpServers":{"a":{"command":"x","url":"y"}}}', /must be a server with either/u],
    [
      'args that are text',
      '{"mcpServers":{"a":{"command":"x","args":"y"}}}',
      /mcpServers\.a\.args: is a string; must be an array \(its arguments\)/u,
    ],
    [
      'a time limit of 0',
      '{"limits":{"hookTimeoutMs":0}}',
      /limits\.hookTimeoutMs: is 0; must be a whole number of milliseconds, at least 1/u,
    ],
    ['a plugin that is a number', '{"plugins":["a", 7]}', /plugins\[1\]: is 7; must be a package name/u],
    ['a plugin with three parts', '{"plugins":[["a",{},1]]}', /plugins\[0\]: is an array; must be \[name or path, options\]/u],
    ['a wrong trust', '{"trust":{"mcp:*":"yes"}}', /trust\.mcp:\*: is "yes"; must be "trusted" or "untrusted"/u],
    ['connectors without an address', '{"connectors":{}}', /connectors: lacks the key "url"/u],
  ])('refuses %s and says what to write', (_name, text, message) => {
    expect(faults(text)).toMatch(message);
  });

  it('names each of several faults on a line of its own, up to ten', () => {
    expect(faults('{"plugin":[],\n"polcy":{}}').split('\n')).toHaveLength(2);
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`key${at}`, 1]));
    expect(faults(JSON.stringify(many)).split('\n').at(-1)).toBe('… and 20 more');
  });

  it('repeats nothing that may be secret', () => {
    const text = '{"mcpServers":{"a":{"url":"x","headers":{"Authorization":["hunter2"]}}},"connectors":{"url":7,"token":{"x":"hunter2"}}}';
    expect(faults(text)).not.toContain('hunter2');
    expect(faults('{"mcpServers":{"a":{"command":"x","env":{"KEY":42424242}}}}')).not.toContain('42424242');
  });

  it('is what the package publishes, with a description of every key', () => {
    const schema = JSON.parse(readFileSync(new URL('../../schema/toolrack.schema.json', import.meta.url), 'utf8')) as {
      properties: Record<string, JsonObject>;
    };
    for (const [key, property] of Object.entries(schema.properties)) {
      expect([key, typeof property['description']]).toEqual([key, 'string']);
    }
  });
});
