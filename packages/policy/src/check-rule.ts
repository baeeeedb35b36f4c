import { checkPatterns, closestKey, isDeeperThan, isPlainObject, type Report } from './check-values.js';
import { decisions, scopeConditions } from './rule.js';

const patternKeys = [...decisions, 'except', ...Object.keys(scopeConditions), 'sources'];
const ruleKeys = ['name', ...patternKeys, 'trust', 'annotations', 'arguments', 'reason', 'public'];
/** Deepest nesting of a value that arguments are compared with; what is compared calls itself for each level. */
const mostDepth = 64;
const conditionKeys = ['equals', 'oneOf', 'pattern', 'notPattern', 'above', 'below', 'exists'];

function isPlainValue(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}

function checkCondition(value: unknown, path: string, report: Report): void {
  if (isPlainValue(value) || value === null) return;
  if (!isPlainObject(value)) return report(path, 'must be a plain value or an object such as { "pattern": "/etc/*" }.');
  const keys = Object.keys(value);
  if (keys.length === 0) report(path, `must have at least one of ${conditionKeys.join(', ')}.`);
  for (const key of keys) {
    const place = `${path}.${key}`;
    const given = value[key];
    if (!conditionKeys.includes(key)) report(place, `unknown key.${closestKey(key, conditionKeys)}`);
    else if (key === 'pattern' || key === 'notPattern') checkPatterns(given, place, report);
    else if ((key === 'above' || key === 'below') && !(typeof given === 'number' && Number.isFinite(given))) {
      report(place, 'must be a number.');
    } else if (key === 'exists' && typeof given !== 'boolean') report(place, 'must be true or false.');
    else if (key === 'oneOf' && !(Array.isArray(given) && given.length > 0)) report(place, 'must be an array of values.');
  }
  for (const key of ['equals', 'oneOf']) {
    if (isDeeperThan(value[key], mostDepth)) report(`${path}.${key}`, `must not be nested deeper than ${mostDepth} levels.`);
  }
  if (value['exists'] === false && keys.length > 1) report(path, '"exists": false must stand alone.');
}

function checkArguments(value: unknown, decision: string | undefined, path: string, report: Report): void {
  if (decision === 'allow') {
    return report(path, 'only "deny" and "ask" may look at arguments; deny the calls that must not be made instead.');
  }
  if (!isPlainObject(value) || Object.keys(value).length === 0) {
    return report(path, 'must be an object of conditions by path, such as { "path": { "pattern": "/etc/*" } }.');
  }
  for (const [key, condition] of Object.entries(value)) {
    if (key === '' || key === '/') report(path, 'a path must not be empty.');
    checkCondition(condition, `${path}[${JSON.stringify(key)}]`, report);
  }
}

function checkAnnotations(value: unknown, path: string, report: Report): void {
  if (!isPlainObject(value) || Object.keys(value).length === 0) {
    return report(path, 'must be an object such as { "destructiveHint": true }.');
  }
  for (const [key, wanted] of Object.entries(value)) {
    const isHint = key.endsWith('Hint');
    if (isHint && typeof wanted !== 'boolean') report(`${path}.${key}`, 'must be true or false.');
    else if (!isPlainValue(wanted)) report(`${path}.${key}`, 'must be a text, a number, true or false.');
  }
}

/** Reports every fault of one rule. */
export function checkRule(rule: unknown, path: string, report: Report): void {
  if (!isPlainObject(rule)) return report(path, 'must be an object such as { "deny": "mcp:*:delete_*" }.');
  for (const key of Object.keys(rule)) {
    if (!ruleKeys.includes(key)) report(`${path}.${key}`, `unknown key.${closestKey(key, ruleKeys)}`);
  }
  const made = decisions.filter((decision) => rule[decision] !== undefined);
  if (made.length !== 1) {
    const found = made.length === 0 ? 'it has none' : `it has ${made.join(' and ')}; write one rule for each`;
    report(path, `must have exactly one of "allow", "deny" and "ask": ${found}.`);
  }
  for (const key of patternKeys) if (rule[key] !== undefined) checkPatterns(rule[key], `${path}.${key}`, report);
  const { name, reason, trust, annotations } = rule;
  for (const [key, text] of Object.entries({ name, reason })) {
    if (text === undefined) continue;
    if (typeof text !== 'string' || text.trim() === '') report(`${path}.${key}`, 'must be a text that is not empty.');
  }
  if (rule['public'] !== undefined && typeof rule['public'] !== 'boolean') report(`${path}.public`, 'must be true or false.');
  if (trust !== undefined && trust !== 'trusted' && trust !== 'untrusted') {
    report(`${path}.trust`, 'must be "trusted" or "untrusted".');
  }
  if (annotations !== undefined) checkAnnotations(annotations, `${path}.annotations`, report);
  if (rule['arguments'] !== undefined) checkArguments(rule['arguments'], made[0], `${path}.arguments`, report);
}
