import { callBehind, textOf } from './zoo-gateway.mjs';

/** One harmless call for each server that can answer without a network: what a person would search for, the tool, and words of a right answer. */
const calls = [
  ['everything', 'echo a message back', 'echo', { message: 'zoo' }, 'zoo'],
  ['filesystem', 'which directories may be accessed', 'list_allowed_directories', {}, 'zoo'],
  ['memory', 'read the whole knowledge graph', 'read_graph', {}, 'entities'],
  [
    'sequential-thinking',
    'think step by step about a problem',
    'sequentialthinking',
    { thought: 'One.', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 },
    'thoughtNumber',
  ],
  ['pdf', 'list available PDF documents', 'list_pdfs', {}, 'PDF'],
  ['system-monitor', 'CPU and memory of this machine', 'get-system-info', {}, 'cpu'],
  ['budget-allocator', 'budget data with categories', 'get-budget-data', {}, 'budget'],
  ['scenario-modeler', 'financial scenario templates', 'get-scenario-data', {}, 'Bootstrapped'],
  ['hello-world', 'add two numbers', 'add', { a: 2, b: 3 }, '5'],
  ['code-runner', 'run a snippet of code', 'run-code', { code: 'console.log(6 * 7)', languageId: 'javascript' }, '42'],
  ['reddit', 'explain a term used on reddit', 'reddit_explain', { term: 'karma' }, 'upvotes'],
  ['obsidian', 'search notes in the vault', 'search_notes', { query: 'zebras' }, 'zebras'],
  ['time', 'how many days has a month', 'days_in_month', { date: '2028-02-01' }, '29'],
  ['apple-docs', 'years with WWDC videos', 'list_wwdc_years', {}, '20'],
  ['lucide-icons', 'search icons by name', 'search_icons', { query: 'arrow' }, 'arrow'],
  ['vuetify', 'components renamed between vuetify 2 and 3', 'get_v2_to_v3_component_map', {}, 'v-list-item'],
  ['git', 'instructions to wrap up a git session', 'git_wrapup_instructions', { acknowledgement: 'yes' }, 'Wrap-up'],
  ['primevue', 'version of PrimeVue that is documented', 'version', {}, 'primevue MCP'],
  ['mongodb', 'list MongoDB connections', 'list-connections', {}, 'no active connections'],
  ['kubernetes', 'is the kubernetes server alive', 'ping', {}, '"content": []'],
  ['eslint', 'lint files with ESLint', 'lint-files', { filePaths: ['faulty-server.mjs'] }, 'errorCount'],
  ['shadertoy', 'render a shadertoy shader', 'render-shadertoy', {}, 'rendered'],
  ['sheet-music', 'play sheet music in ABC notation', 'play-sheet-music', {}, 'parsed'],
];

/** Searches, describes and calls, for every server that started. */
export async function smoke(client, started) {
  const rows = [];
  for (const [server, query, tool, args, expected] of calls) {
    if (!started.has(server)) continue;
    const id = `mcp:${server}:${tool}`;
    const row = { server, id, args, expected, query, rank: 0, isDescribed: false, isAnswered: false, milliseconds: 0, note: '' };
    rows.push(row);
    try {
      row.rank = rankOf(id, await client.callTool({ name: 'tool_search', arguments: { query, limit: 10 } }));
      const description = await client.callTool({ name: 'tool_describe', arguments: { id } });
      row.isDescribed = description.isError !== true && textOf(description).includes(tool);
      const before = performance.now();
      const { isError, text } = await callBehind(client, id, args);
      row.milliseconds = performance.now() - before;
      row.isAnswered = !isError && text.toLowerCase().includes(expected.toLowerCase());
      if (!row.isAnswered) row.note = text.slice(0, 160);
    } catch (error) {
      row.note = String(error).slice(0, 160);
    }
  }
  return rows;
}

/** Place of the tool among the hits, 1 for the first; 0 when it is not among ten. */
function rankOf(id, answer) {
  const hits = [...new Set([...textOf(answer).matchAll(/"id":\s*"([^"]+)"/gu)].map((match) => match[1]))];
  return hits.indexOf(id) + 1;
}
