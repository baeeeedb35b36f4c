// The source of weather-source.mjs in a runtime, behind the `toolrack` command, and under the contract suite.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { createRuntime } from '@toolrack/kernel';
import { standard } from '@toolrack/presets';
import { weatherSource } from './weather-source.mjs';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const node = (...args) => execFileSync(process.execPath, args, { encoding: 'utf8' });

const lines = readFileSync(path('weather-source.mjs'), 'utf8').trimEnd().split('\n').length;
assert.ok(lines < 40, `the source has ${lines} lines`);
console.log(`weather-source.mjs has ${lines} lines`);

// 1. In a runtime.
const runtime = await createRuntime({
  plugins: standard({ add: [weatherSource({ cities: { Bergen: 'rain', Oslo: 'sun' } })] }),
  trust: { '@example/weather-source': 'trusted' },
});
const run = await runtime.startRun();
const found = await run.call({ name: 'tool_search', arguments: { query: 'what is the weather tomorrow' } });
assert.equal(found.details.candidates[0].id, 'weather:stations:forecast');
const answer = await run.call({ name: 'tool_call', arguments: { id: 'weather:stations:forecast', args: { city: 'Oslo' } } });
assert.equal(answer.isError, false);
assert.match(answer.content[0].text, /Tomorrow in Oslo: sun/u);
console.log('runtime:  found by search, called: Tomorrow in Oslo: sun.');

const wrong = await run.call({ name: 'tool_call', arguments: { id: 'weather:stations:forecast', args: { city: '' } } });
assert.equal(wrong.isError, true); // refused by the schema, so the source was not asked
await runtime.dispose();

// 2. Behind the command, loaded by its path from toolrack.json.
const toolrack = createRequire(import.meta.url)
  .resolve('@toolrack/cli/package.json')
  .replace('package.json', 'bin/toolrack.js');
const called = node(toolrack, '--config', path('toolrack.json'), 'call', 'weather:stations:forecast', '--args', '{"city":"Bergen"}');
assert.match(called, /Tomorrow in Bergen: rain/u);
console.log(`toolrack: ${called.trim().split('\n')[0]}`);

// 3. Under the contract suite.
const report = node('--test', '--test-reporter=tap', path('weather-source.test.mjs'));
assert.match(report, /# fail 0/u);
console.log(`testkit:  ${/# pass (\d+)/u.exec(report)?.[1]} promises of a source kept`);
