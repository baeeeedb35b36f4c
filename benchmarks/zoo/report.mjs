import os from 'node:os';

const percentile = (numbers, part) => {
  const sorted = [...numbers].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
};
const whole = (number) => (number === undefined ? '' : Math.round(number).toLocaleString('en-US'));
const cell = (text) => String(text).replace(/\s+/gu, ' ').replaceAll('|', '\\|');
const table = (heading, rows) => [heading, heading.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** The results as Markdown, and what is not as it has to be. */
export function report(results) {
  const sections = [startSection(results), smokeSection(results), disturbanceSection(results)];
  const { loadAtStart } = results;
  const head = `# The zoo: third-party servers behind one gateway

\`npm run benchmark:zoo -- --write\` on ${os.cpus()[0]?.model.trim() ?? 'unknown'}, ${os.cpus().length} cores, ${os.platform()}, Node ${process.versions.node},
${new Date().toISOString().slice(0, 10)}; load average ${loadAtStart ?? os.loadavg()[0].toFixed(1)} (the machine is shared: absolute times say little, ratios and counts hold).
Versions are those of \`package-lock.json\`. Nothing here has a key, an account or a network beyond this machine.
`;
  return { text: `${head}\n${sections.map(({ text }) => text).join('\n')}`, faults: sections.flatMap(({ faults }) => faults) };
}

function startSection({ servers, start, everything }) {
  const real = servers.filter(({ isFixture }) => !isFixture);
  const started = real.filter(({ state }) => state === 'started');
  const rows = servers.map((server) => [
    server.name,
    `${server.package} ${server.version}`,
    server.revision ?? '',
    server.state,
    server.tools,
    whole(server.startMs),
    whole((server.residentBytes ?? 0) / 2 ** 20),
    whole(server.directBytes),
    whole(server.aloneBytes),
    [server.reason, problemsOf(server.problems)].filter(Boolean).join('; '),
  ]);
  const directBytes = sum(Object.values(everything.direct));
  const text = `## Start and prompt

**${started.length} of ${real.length} third-party servers started** with ${sum(started.map(({ tools }) => tools))} tools, two at a time, all within ${whole(start.allMs / 1_000)} s.
Together with the fixtures a model would be shown ${whole(directBytes)} bytes of definitions (≈ ${whole(directBytes / 4)} tokens);
through the gateway it is shown **${whole(everything.shownBytes)} bytes** (≈ ${whole(everything.shownBytes / 4)} tokens), ${(directBytes / everything.shownBytes).toFixed(1)} times less.

"start" is from the start of the process to its list of tools, in milliseconds; "MB" the memory of its process right after. "direct" is what the
server's definitions (name, description, input schema) take in a prompt; "gateway" what the prompt holds when only this server stands behind
the gateway, so that small servers alone are cheaper without one. "known" means: not running, started again at the next call.

${table(['server', 'package', 'revision', 'state', 'tools', 'start', 'MB', 'direct', 'gateway', 'reason, problems'], rows)}
`;
  return { text, faults: started.length < 25 ? [`only ${started.length} servers started`] : [] };
}

/** Each different answer once, on one line. */
const wordsOf = (answers) => [...new Set(answers.map(({ text }) => `"${text.replace(/\s+/gu, ' ').slice(0, 200)}"`))].join(', ') || 'none';

function problemsOf(problems) {
  if (problems.length === 0) return '';
  const reasons = [...new Set(problems.map(({ reason }) => reason))];
  return `${problems.length} definitions noted (${problems.map(({ tool }) => tool).join(', ')}): ${reasons.join('; ')}`;
}

function smokeSection({ smoked }) {
  const answered = smoked.filter(({ isAnswered }) => isAnswered);
  const rows = smoked.map(({ id, query, rank, isDescribed, isAnswered, milliseconds, note }) => [
    id.slice('mcp:'.length),
    query,
    rank === 0 ? 'not among 10' : rank,
    isDescribed ? 'yes' : 'no',
    isAnswered ? 'as expected' : `no: ${note}`,
    whole(milliseconds),
  ]);
  const text = `## Search, describe, call

By an MCP client over HTTP. **${answered.length} of ${smoked.length} calls were answered as expected**; the tool was first among all for ${smoked.filter(({ rank }) => rank === 1).length} of the queries.

${table(['tool', 'searched for', 'place', 'described', 'answer', 'ms'], rows)}
`;
  const faults = answered.length < 15 ? [`only ${answered.length} servers answered`] : [];
  return { text, faults };
}

function disturbanceSection({ disturbance, healthy }) {
  const { phases, events, backoff, final, journal } = disturbance;
  const times = (phase) => phases[phase].map(({ milliseconds }) => milliseconds);
  const ratio = percentile(times('disturbed'), 0.95) / percentile(times('quiet'), 0.95);
  const failures = [...phases.quiet, ...phases.disturbed].filter(({ failure }) => failure !== undefined);
  const rows = ['quiet', 'disturbed'].map((phase) => [
    phase,
    whole(phases[phase].length),
    phases[phase].filter(({ failure }) => failure !== undefined).length,
    ...[0.5, 0.95, 0.99].map((part) => percentile(times(phase), part).toFixed(1)),
  ]);
  const lost = events.flatMap((event) => event.lost);
  const flooded = events.flatMap((event) => event.flooded);
  const raced = events.flatMap((event) => event.raced);
  const hung = events.flatMap((event) => event.hung);
  const backs = events.flatMap(({ back, backReal }) => [back, backReal]);
  const states = (name) => [
    ...new Set(
      events.flatMap((event) => event[name].map(({ owner, state, reason }) => `${owner}: ${state}${reason ? ` (${reason})` : ''}`)),
    ),
  ];
  const faults = [
    ...failures.slice(0, 5).map(({ server, failure }) => `a call of ${server} failed: ${failure}`),
    ...(ratio > 3 ? [`p95 of the others rose ${ratio.toFixed(1)} times`] : []),
    ...(journal.doubled > 0 ? [`${journal.doubled} calls were sent twice`] : []),
    ...(journal.lost > 0 ? [`${journal.lost} answered calls never arrived`] : []),
    ...(events.some(({ killed }) => killed.length < 2) ? ['not both servers could be killed'] : []),
    ...(events.some((event) => event.noticed.state === 'started') ? ['a dead server is shown as started'] : []),
    ...(events.some((event) => event.afterReturn.some(({ state }) => state !== 'started'))
      ? ['a server that is back is not shown as started']
      : []),
    ...(lost.some(({ isError }) => !isError) || hung.some(({ isError }) => !isError) ? ['a call without an answer succeeded'] : []),
    ...(flooded.some(({ isError }) => isError) ? ['the flooding server failed a call'] : []),
    ...([...backs, backoff.back].some(({ milliseconds }) => milliseconds === undefined) ? ['a dead server did not come back'] : []),
    ...(backoff.ran <= 5 && backoff.gaps.at(-1) > backoff.gaps[0] ? [] : ['the pauses between starts did not grow']),
  ];
  const text = `## Disturbance

A load of four workers (two clients, one of each protocol era) calls ${healthy.length} servers that answered above, one after the other. In the disturbed phases one
server writes without end to its standard error (up to 16 MB a second), one never answers four calls, one never answered its start, and two
(one of them \`memory\`) are killed, one with three calls under way. Three quiet and three disturbed phases by turns.

${table(['phase', 'calls of the others', 'failed', 'p50 ms', 'p95 ms', 'p99 ms'], rows)}

- p95 of the others: **${ratio.toFixed(2)} times** that of the quiet phases (bound: 3). Failed calls of the others: **${failures.length}**.
- Calls of the fixtures: ${journal.made} made, ${journal.arrived} arrived, **${journal.doubled} twice**, ${journal.lost} answered without having arrived (each fixture
  writes down what it gets).
- The ${lost.length} calls under way at a kill: ${wordsOf(lost)}
- The ${hung.length} calls that never get an answer: ${wordsOf(hung)}
- The flooding server itself: ${flooded.filter(({ isError }) => !isError).length} of ${flooded.length} calls answered.
- The ${raced.length} calls sent at the moment of a kill: ${raced.filter(({ isError }) => !isError).length} answered by the next process, the others: ${wordsOf(raced.filter(({ isError }) => isError))}
- The gateway knew of a death after ${events.map(({ noticed }) => whole(noticed.milliseconds)).join(', ')} ms: ${[...new Set(events.map(({ noticed }) => `${noticed.server} ${noticed.state} (${noticed.reason})`))].join('; ')}. Then: ${states('afterReturn').join('; ')}.
  The hanging server: ${[...new Set(events.map(({ whileHanging }) => `${whileHanging.state}${whileHanging.reason ? ` (${whileHanging.reason})` : ''}`))].join('; ')}.
- The next call starts a dead server again: answered after ${backs.map(({ milliseconds }) => whole(milliseconds)).join(', ')} ms, start included, with ${sum(backs.map(({ refused }) => refused))} calls refused meanwhile.
- A server that dies at every call, asked ${backoff.asked} times in 9 s, got ${backoff.ran} of them, with pauses of ${backoff.gaps.map(whole).join(', ')} ms between; the others were
  refused without being sent. It came back ${whole(backoff.back.milliseconds)} ms after it was left to work again.
- At the end: ${final.filter(({ state }) => state === 'started').length} of ${final.length} started; ${final
    .filter(({ state }) => state !== 'started')
    .map(({ owner, state, reason }) => `${owner} ${state}${reason ? ` (${reason.slice(0, 160)})` : ''}`)
    .join('; ')}.
`;
  return { text, faults };
}
