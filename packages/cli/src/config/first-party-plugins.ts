/** Plugins that come with the command; others are looked up from the folder of the configuration. */
export const firstPartyPlugins: Readonly<Record<string, () => Promise<{ readonly default: unknown }>>> = {
  '@toolrack/activity-log': () => import('@toolrack/activity-log'),
  '@toolrack/approval-terminal': () => import('@toolrack/approval-terminal'),
  '@toolrack/directory-budgeted': () => import('@toolrack/directory-budgeted'),
  '@toolrack/directory-tiered': () => import('@toolrack/directory-tiered'),
  '@toolrack/policy': () => import('@toolrack/policy'),
  '@toolrack/ranker-bm25': () => import('@toolrack/ranker-bm25'),
  '@toolrack/ranker-enriched': () => import('@toolrack/ranker-enriched'),
  '@toolrack/ranker-hybrid': () => import('@toolrack/ranker-hybrid'),
  '@toolrack/ranker-lexical': () => import('@toolrack/ranker-lexical'),
  '@toolrack/ranker-minisearch': () => import('@toolrack/ranker-minisearch'),
  '@toolrack/source-client': () => import('@toolrack/source-client'),
  '@toolrack/source-connectors': () => import('@toolrack/source-connectors'),
  '@toolrack/source-mcp': () => import('@toolrack/source-mcp'),
  '@toolrack/source-openclaw': () => import('@toolrack/source-openclaw'),
  '@toolrack/surface-hermes': () => import('@toolrack/surface-hermes'),
  '@toolrack/surface-openclaw': () => import('@toolrack/surface-openclaw'),
};
