import type { RankDocument } from '@toolrack/contracts';
import { LexicalRanker } from '../lexical-ranker.js';

const tool = (owner: string, name: string, description: string): RankDocument => ({
  id: `mcp:${owner}:${name}`,
  name,
  description,
  source: { kind: 'mcp', owner },
  trust: 'trusted',
});
const verbs = ['archive', 'approve', 'assign', 'review', 'rename', 'label', 'lock'];

// Many tools about deployments, so that those of the other ability are among the first five only when they are given a place.
const index = new LexicalRanker().index([
  ...verbs.map((verb) => tool('forge', `${verb}_deployment`, `Will ${verb} the deployment of an application.`)),
  tool('store', 'list_customers', 'List the customers.'),
  tool('mail', 'send_email', 'Send an email to a person.'),
  tool('wiki', 'save_page', 'Save a page of the wiki.'),
]);
const found = (text: string): string[] => index.search({ text, limit: 5 }).hits.map(({ id }) => id.split(':')[2] as string);

describe('a request that names several abilities', () => {
  it.each([
    ['approve the deployment of the application and list customers', 'list_customers'],
    ['approve the application deployment, fetch the customers', 'list_customers'],
    ['look up the customer and archive the application deployment', 'list_customers'],
    ['approve the application deployment after that the wiki page', 'save_page'],
    ['review the application deployment as well as the wiki page', 'save_page'],
    ['rename the application deployment and save the page', 'save_page'],
    ['lock the application deployment and email a person', 'send_email'],
  ])('has a tool for each of them among the first five: %s', (query, name) => {
    const names = found(query);
    expect(names).toContain(name);
    expect(names.some((each) => each.endsWith('_deployment'))).toBe(true);
  });
});

describe('a short request that names several abilities without their verbs', () => {
  const cluster = new LexicalRanker().index([
    tool('cluster', 'check_pod_health', 'Check the health of a pod.'),
    tool('cluster', 'get_pods', 'List the pods of a namespace, with their health.'),
    tool('cluster', 'get_pod_events', 'Events of a pod, such as failed health checks.'),
    tool('cluster', 'pod_metrics', 'Metrics of a pod for the list of its health.'),
    tool('cluster', 'health_check', 'Health check of the cluster and each pod.'),
    tool('cluster', 'get_nodes', 'List the nodes of the cluster.'),
    ...['copy', 'move', 'create', 'update', 'delete', 'lock', 'tag'].map((verb) => tool('content', `${verb}_node`, `Will ${verb} a node.`)),
  ]);

  it.each(['pod health and node list', 'pod health, node list', 'pod health & node list'])('has a tool for each of them: %s', (text) => {
    const names = cluster.search({ text, limit: 5 }).hits.map(({ id }) => id.split(':')[2] as string);
    expect(names).toContain('check_pod_health');
    expect(names).toContain('get_nodes');
  });
});
