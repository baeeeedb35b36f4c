import type { Session } from '../with-run.js';
import type { Finding } from './finding.js';

/** What protects from what; the table in docs/security.md says the same with its lines of toolrack.json. */
const protections: readonly (readonly [plugin: string, what: string])[] = [
  ['@toolrack/policy', 'rules'],
  ['@toolrack/policy-lock', 'changed definitions ("toolrack lock")'],
  ['@toolrack/secret-guard', 'keys and tokens that tools show'],
  ['@toolrack/text-guard', 'hostile text in definitions and results'],
  ['@toolrack/audit-log', 'a record of every decision and call'],
];

/** Whether what the rules ask about can be answered by anybody, and which protections are not there. */
export async function protectionFindings({ runtime, configuration }: Session): Promise<readonly Finding[]> {
  const { PolicyExplainers, approvalChannels } = await import('@toolrack/policy');
  const { taps } = runtime.inspect();
  const channels = new Set(
    taps.filter(({ hook, plugin }) => hook === 'approve' && plugin !== '@toolrack/policy').map(({ plugin }) => plugin),
  );
  const asks = runtime
    .contributions(PolicyExplainers)
    .some(({ current }) => current.default === 'ask' || current.rules.some(({ decision }) => decision === 'ask'));
  const names = new Set(configuration.plugins.map(({ name }) => name));
  const missing = protections.filter(([plugin]) => !names.has(plugin)).map(([plugin, what]) => `${plugin} (${what})`);
  return [
    ...(asks && channels.size === 0 ? [nobodyAnswers(approvalChannels)] : []),
    ...(missing.length === 0
      ? []
      : [
          {
            level: 'ok' as const,
            subject: 'protection',
            message: `not in use: ${missing.join(', ')}; docs/security.md says what each is for`,
          },
        ]),
  ];
}

function nobodyAnswers(approvalChannels: readonly string[]): Finding {
  const who =
    'rules ask for approvals and no plugin can ask anybody, so calls of served clients are refused ("toolrack call" asks at the terminal)';
  const message = `${who}; add ${approvalChannels.slice(0, -1).join(', ')} or ${approvalChannels.at(-1) as string} to "plugins"`;
  return { level: 'warning', subject: 'policy', message };
}
