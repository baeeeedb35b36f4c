import {
  definePlugin,
  deny,
  matchTool,
  neutraliseTokens,
  serviceToken,
  stages,
  visibleText,
  withoutHidden,
  type ContentBlock,
  type JsonObject,
  type ToolDescriptor,
} from '@toolrack/contracts';
import { cleanDefinition, passagesOf } from './definition-texts.js';
import { detectInstructions } from './detect-instructions.js';
import type { Finding } from './finding.js';
import { imitates } from './look-alikes.js';

/** What is done about a definition that looks hostile. */
export type GuardAction = 'warn' | 'quarantine' | 'off';

/** Options of `textGuard`. */
export interface TextGuardOptions {
  /** About instructions that hide in a definition (`warn`): a line in the log, or the tool does not exist until it is reviewed. */
  readonly instructions?: GuardAction;
  /** About names that imitate a control tool (`warn`). */
  readonly lookAlikes?: GuardAction;
  /** Remove text that nobody sees from titles, descriptions and the texts of schemas (true). */
  readonly removeHidden?: boolean;
  /** In results of untrusted tools, remove text that nobody sees and take the power out of chat templates' control tokens (true). */
  readonly results?: boolean;
  /** Patterns (ids or names, with `*`) of reviewed tools that are never reported. */
  readonly reviewed?: readonly string[];
  /** Names besides those of the deployment's own controls that no other tool may imitate. */
  readonly reservedNames?: readonly string[];
}

/** A tool that looks hostile, and why. */
export interface SuspiciousTool {
  readonly toolId: string;
  readonly findings: readonly Finding[];
  readonly isQuarantined: boolean;
}

/** The suspicious tools of the last listings, for hosts that show them. */
export const SuspiciousTools = serviceToken<{ list(): readonly SuspiciousTool[] }>('@toolrack/text-guard.suspiciousTools');

const action: JsonObject = { enum: ['warn', 'quarantine', 'off'] };
const texts: JsonObject = { type: 'array', items: { type: 'string', minLength: 1 } };
const optionsSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  properties: {
    instructions: action,
    lookAlikes: action,
    removeHidden: { type: 'boolean' },
    results: { type: 'boolean' },
    reviewed: texts,
    reservedNames: texts,
  },
};

const controlNames = ['tool_search', 'tool_describe', 'tool_call'];

function withoutTricks(block: ContentBlock): ContentBlock {
  if (block.type !== 'text') return block;
  const text = neutraliseTokens(withoutHidden(block.text));
  return text === block.text ? block : { ...block, text };
}

/** Guards a model and its operator against text that strangers write: in definitions, in names, in results. */
export const textGuard = definePlugin<TextGuardOptions>({
  name: '@toolrack/text-guard',
  version: '0.1.0',
  api: '^1',
  optionsSchema,
  apply: (host, options) => {
    const { instructions = 'warn', lookAlikes = 'warn', removeHidden = true, results = true, reviewed = [], reservedNames = [] } = options;
    const suspicious = new Map<string, SuspiciousTool>();
    const reserved = [...controlNames, ...reservedNames];

    const examine = (tool: ToolDescriptor): void => {
      const before = suspicious.get(tool.id);
      suspicious.delete(tool.id);
      // Plugins of Toolrack that bring tools of their own: no stranger wrote these.
      if (tool.source.kind === 'toolrack') return;
      if (reviewed.some((pattern) => matchTool(pattern, tool))) return;
      const detection = instructions === 'off' ? undefined : detectInstructions(passagesOf(tool));
      const isImitation = lookAlikes !== 'off' && tool.trust === 'untrusted' && imitates(tool.name, reserved);
      const findings = [
        ...(detection?.isSuspicious === true ? detection.findings : []),
        ...(isImitation ? [{ sign: 'a name that imitates a control tool', weight: 4, excerpt: tool.name.slice(0, 80) }] : []),
      ];
      if (findings.length === 0) return;
      const isQuarantined =
        (detection?.isSuspicious === true && instructions === 'quarantine') || (isImitation && lookAlikes === 'quarantine');
      suspicious.set(tool.id, { toolId: tool.id, findings, isQuarantined });
      const words = findings.map(({ sign, excerpt }) => (excerpt === '' ? sign : `${sign} ("${visibleText(excerpt)}")`)).join('; ');
      const what = isQuarantined ? 'is quarantined' : 'looks hostile';
      if (before?.findings.length !== findings.length) host.logger.warn(`the tool ${visibleText(tool.id.slice(0, 200))} ${what}: ${words}`);
    };

    host.provide(SuspiciousTools, () => ({ list: () => [...suspicious.values()] }));
    host.hooks.descriptor.tap(
      (tool) => {
        if (instructions !== 'off' || lookAlikes !== 'off') examine(tool);
        return removeHidden ? cleanDefinition(tool) : tool;
      },
      { stage: stages.late },
    );
    if (instructions === 'quarantine' || lookAlikes === 'quarantine') {
      host.hooks.policy.tap((tool) =>
        suspicious.get(tool.id)?.isQuarantined === true
          ? deny('the definition looks hostile and waits for a review', { rule: 'text-guard' })
          : undefined,
      );
    }
    if (results) {
      host.hooks.result.tap(
        (result, { tool }) => (tool.trust === 'trusted' ? result : { ...result, content: result.content.map(withoutTricks) }),
        {
          stage: stages.late,
        },
      );
    }
  },
});
