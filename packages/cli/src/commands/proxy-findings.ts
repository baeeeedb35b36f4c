import type { McpSourceOptions } from '@toolrack/source-mcp';

import type { Configuration } from '../config/configuration.js';
import type { Finding } from './finding.js';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Says that remote servers are connected to directly where the environment names a proxy: what a proxy resolves, the guard against private
 * addresses could not look at. Nothing when no server would have gone through one.
 */
export function proxyFindings(configuration: Configuration, environment: Environment = process.env): readonly Finding[] {
  const options = configuration.plugins.find(({ name }) => name === '@toolrack/source-mcp')?.options as McpSourceOptions | undefined;
  const byVariable = new Map<string, string[]>();
  for (const [name, { url, disabled }] of Object.entries(options?.servers ?? {})) {
    const variable = url === undefined || disabled === true || !URL.canParse(url) ? undefined : proxyVariable(new URL(url), environment);
    if (variable !== undefined) byVariable.set(variable, [...(byVariable.get(variable) ?? []), name]);
  }
  return [...byVariable].map(([variable, names]) => ({
    level: 'warning',
    subject: 'network',
    message: `${variable} is set, but proxies are not used: ${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} connected to directly`,
  }));
}

/** The variable whose proxy other programs would use for the address; `undefined` when they would use none. */
function proxyVariable(url: URL, environment: Environment): string | undefined {
  const names = [url.protocol === 'https:' ? 'https_proxy' : 'http_proxy', 'all_proxy'].flatMap((name) => [name, name.toUpperCase()]);
  const variable = names.find((name) => (environment[name] ?? '') !== '');
  const exceptions = environment['no_proxy'] ?? environment['NO_PROXY'] ?? '';
  return variable === undefined || isExcepted(url, exceptions) ? undefined : variable;
}

/** By the usual reading of `NO_PROXY`: `*`, hosts that stand for their subdomains too, a port where there is one. */
function isExcepted(url: URL, exceptions: string): boolean {
  const host = url.hostname.replace(/^\[|\]$/gu, '');
  if (host === 'localhost' || host === '::1' || host.startsWith('127.')) return true;
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  return exceptions.split(/[\s,]+/u).some((entry) => {
    if (entry === '*') return true;
    const { name = '', wanted } = /^\*?\.?(?<name>.*?)(?::(?<wanted>\d+))?$/u.exec(entry.toLowerCase())?.groups ?? {};
    if (name === '' || (wanted !== undefined && wanted !== port)) return false;
    return host === name || host.endsWith(`.${name}`);
  });
}
