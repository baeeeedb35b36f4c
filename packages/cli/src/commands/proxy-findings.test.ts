import type { Plugin } from '@toolrack/contracts';

import type { Configuration } from '../config/configuration.js';
import { proxyFindings } from './proxy-findings.js';

const servers = {
  far: { url: 'https://tools.example.com/mcp' },
  other: { url: 'http://other.example.com:8080/mcp' },
  here: { url: 'http://127.0.0.1:9000/mcp' },
  off: { url: 'https://off.example.com/mcp', disabled: true },
  program: { command: 'node' },
};
const messages = (environment: Record<string, string>, given: object = servers): readonly string[] => {
  const plugin = { name: '@toolrack/source-mcp', options: { servers: given } } as unknown as Plugin;
  const configuration = { plugins: [plugin] } as unknown as Configuration;
  return proxyFindings(configuration, environment).map(({ level, subject, message }) => `${level} ${subject}: ${message}`);
};
const direct = (variable: string, names: string): string =>
  `warning network: ${variable} is set, but proxies are not used: ${names} connected to directly`;

describe('proxies of the environment', () => {
  it('are named with the servers that would have gone through them', () => {
    expect(messages({ HTTPS_PROXY: 'http://proxy:3128' })).toEqual([direct('HTTPS_PROXY', 'far is')]);
    expect(messages({ http_proxy: 'http://proxy:3128' })).toEqual([direct('http_proxy', 'other is')]);
    expect(messages({ ALL_PROXY: 'socks5://proxy' })).toEqual([direct('ALL_PROXY', 'far, other are')]);
  });

  it.each(['*', 'example.com', '.example.com', '*.example.com', 'a.b, tools.example.com', 'tools.example.com:443'])(
    'are not missed for what NO_PROXY leaves out: %s',
    (exceptions) => {
      expect(messages({ HTTPS_PROXY: 'http://proxy', NO_PROXY: exceptions })).toEqual([]);
    },
  );

  it.each(['', ',', 'ample.com', 'tools.example.com:8443', 'other.example.com'])(
    'are missed where NO_PROXY says something else: %s',
    (exceptions) => {
      expect(messages({ HTTPS_PROXY: 'http://proxy', no_proxy: exceptions })).toHaveLength(1);
    },
  );

  it('are of no interest without a remote server, without a value, and for this machine', () => {
    expect(messages({})).toEqual([]);
    expect(messages({ HTTPS_PROXY: '' })).toEqual([]);
    expect(messages({ HTTP_PROXY: 'http://proxy' }, { here: servers.here, program: servers.program })).toEqual([]);
    expect(proxyFindings({ plugins: [] } as unknown as Configuration, { HTTPS_PROXY: 'http://proxy' })).toEqual([]);
  });
});
