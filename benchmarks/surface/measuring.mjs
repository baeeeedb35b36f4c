// What both lanes of this benchmark share: the words of their tools, calls as a model makes them, one process for each size, and the report.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, loadavg } from 'node:os';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

/** Fewer queries, repeats and processes; misses then fail nothing. */
export const short = process.argv.includes('--short');
/** Catalog sizes that are measured. */
export const counts = [100, 1000, 10_000];
const processes = short ? 1 : 3;

export const verbs = ['create', 'list', 'get', 'update', 'delete', 'search', 'export', 'archive', 'schedule', 'approve'];
export const nouns =
  'invoice customer ticket branch deployment calendar message report sensor playlist shipment contract campaign vehicle recipe lesson patient flight parcel tenant'.split(
    ' ',
  );
export const things =
  'ledger harbor violin glacier turbine orchard permit auction voucher telescope satellite bridge stadium coupon patent manuscript exhibit donation survey meter'.split(
    ' ',
  );

/** Name and texts of tool `index`, with 2 to 6 parameters; `describe` gives the description of a parameter of its noun. */
export function toolText(index, describe) {
  const [verb, noun, thing] = wordsOf(index);
  const names = Array.from({ length: 2 + (index % 5) }, (_unused, position) => `${thing}_field_${position}`);
  return {
    name: `${verb}_${noun}_${thing}_${index}`,
    label: `${verb} ${noun}`,
    description: `${verb} a ${noun} of the ${thing} in region ${index % 97} and answer with its identifier, its state and the time of the last change.`,
    schema: {
      type: 'object',
      properties: Object.fromEntries(names.map((name, position) => [name, { type: 'string', description: describe(noun, position) }])),
      required: [names[0]],
    },
  };
}

/** Verb, noun and thing of tool `index`. */
export function wordsOf(index) {
  return [verbs[index % 10], nouns[Math.floor(index / 10) % 20], things[Math.floor(index / 200) % 20]];
}

/** Calls a control; a failure ends the benchmark. */
export async function ask(run, name, args) {
  const answer = await run.call({ name, arguments: args });
  if (answer.isError) throw new Error(`${name} failed: ${JSON.stringify(answer.content)}`);
  return answer;
}

/**
 * Warm search, describe and call, measured as OpenClaw and Hermes were: every query several times, the best of each, then the quantiles over
 * the queries. `step(index)` answers the milliseconds of each part for one query.
 */
export async function warmTimes(step) {
  const [queries, repeats] = short ? [40, 3] : [200, 7];
  const best = Array.from({ length: queries }, () => ({}));
  for (let round = -1; round < repeats; round += 1) {
    for (const [index, times] of best.entries()) {
      const now = await step(index);
      if (round < 0) continue;
      for (const [key, value] of Object.entries(now)) times[key] = Math.min(times[key] ?? Infinity, value);
    }
  }
  const quantile = (key, share) => best.map((times) => times[key]).sort((left, right) => left - right)[Math.floor(queries * share)];
  return Object.fromEntries(Object.keys(best[0]).map((key) => [key, { p50: quantile(key, 0.5), p95: quantile(key, 0.95) }]));
}

/**
 * Runs `measure(count)` for each size in processes of their own, as a cold start is only cold once, and hands `tell(count, best)` the best of
 * them, figure by figure: other work on the machine only ever adds. `best('a.b')` reads `b` of `a`.
 */
export async function eachSize(url, measure, tell) {
  const child = process.argv.indexOf('--count');
  if (child > 0) {
    console.log(JSON.stringify(await measure(Number(process.argv[child + 1]))));
    process.exit(0);
  }
  for (const count of counts) {
    const results = Array.from({ length: processes }, () => {
      const args = [fileURLToPath(url), '--count', String(count), ...(short ? ['--short'] : [])];
      const run = spawnSync(process.execPath, args, { encoding: 'utf8' });
      if (run.status !== 0) throw new Error(run.stderr);
      return JSON.parse(run.stdout);
    });
    tell(count, (path) => Math.min(...results.map((result) => path.split('.').reduce((value, key) => value[key], result))));
  }
}

/** Prints the table; with `--write` renews the results file beside `url`. A missed target is a failure unless the run is short. */
export function report(url, { results, title, packages, peer, rows, notes, missed }) {
  const versions = packages.map((name) => `@toolrack/${name} ${require(`@toolrack/${name}/package.json`).version}`);
  const machine = `${cpus().length} × ${cpus()[0].model.trim()}, Node ${process.version}, ${process.platform}; ${versions.join(', ')}; the best of ${processes} processes for each figure; load average ${loadavg()[0].toFixed(1)}`;
  const table = [
    `| tools | what | Toolrack | ${peer} | faster | target |`,
    '| ---: | --- | ---: | ---: | ---: | --- |',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');
  console.log(`${machine}\n${table}`);
  if (process.argv.includes('--write')) {
    const command = `node benchmarks/surface/${basename(fileURLToPath(url))}`;
    const text = `# ${title}\n\n\`${command}\` on ${machine} (${new Date().toISOString().slice(0, 10)}).\n\n${notes}\n\n${table}\n`;
    writeFileSync(new URL(results, url), text);
  }
  process.exitCode = missed > 0 && !short ? 1 : 0;
}
