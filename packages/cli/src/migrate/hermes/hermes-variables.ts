import { isJsonObject, type JsonValue } from '@toolrack/contracts';

import { formatKeyPath, type KeyPath } from '../../config/key-path.js';
import type { Report } from './migration-note.js';

const places: Readonly<Record<string, string>> = {
  userHome: '${HOME}',
  workspaceFolder: '${PWD}',
  pathSeparator: '/',
  '/': '/',
};

/**
 * Puts Toolrack's references in the place of Hermes': `${env:NAME}` becomes `${NAME}`, the words of editors such as `${userHome}` become
 * what they stand for. `${NAME}` is the same in both and stays, so that no secret is ever read here.
 */
export function convertVariables<Value extends JsonValue>(value: Value, path: KeyPath, report: Report): Value {
  const convert = (text: string, at: KeyPath): string =>
    text.replaceAll(/\$\{([^}]*)\}/gu, (whole, name: string) => {
      const inEnvironment = /^env:(.*)$/u.exec(name)?.[1];
      if (inEnvironment !== undefined) return `\${${inEnvironment}}`;
      const key = formatKeyPath(at);
      if (name === 'workspaceFolderBasename') {
        report({ path: key, outcome: 'note', reason: 'set the variable workspaceFolderBasename: nothing else stands for it' });
      }
      if (name === 'workspaceFolder') {
        report({ path: key, outcome: 'note', reason: '${workspaceFolder} became ${PWD}, the folder where toolrack is started' });
      }
      return Object.hasOwn(places, name) ? (places[name] as string) : whole;
    });
  const visit = (node: JsonValue | undefined, at: KeyPath): JsonValue | undefined => {
    if (typeof node === 'string') return convert(node, at);
    if (Array.isArray(node)) return (node as JsonValue[]).map((item, index) => visit(item, [...at, index]) as JsonValue);
    if (!isJsonObject(node)) return node;
    return Object.fromEntries(Object.entries(node).map(([key, child]) => [key, visit(child, [...at, key])]));
  };
  return visit(value, path) as Value;
}
