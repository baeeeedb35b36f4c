/** Plugins that come with the command; others are looked up from the folder of the configuration. */
export const firstPartyPlugins: Readonly<Record<string, () => Promise<{ readonly default: unknown }>>> = {
  '@toolrack/activity-log': () => import('@toolrack/activity-log'),
  '@toolrack/approval-terminal': () => import('@toolrack/approval-terminal'),
  '@toolrack/directory-budgeted': () => import('@toolrack/directory-budgeted'),
  '@toolrack/policy': () => import('@toolrack/policy'),
  '@toolrack/ranker-bm25': () => import('@toolrack/ranker-bm25'),
  '@toolrack/ranker-lexical': () => import('@toolrack/ranker-lexical'),
  '@toolrack/source-client': () => import('@toolrack/source-client'),
  '@toolrack/source-mcp': () => import('@toolrack/source-mcp'),
  '@toolrack/source-openclaw': () => import('@toolrack/source-openclaw'),
  '@toolrack/surface-openclaw': () => import('@toolrack/surface-openclaw'),
};
