import {
  definePlugin,
  everyTool,
  maskedContent,
  matchTool,
  SecretFormMask,
  sourceId,
  SourceGuards,
  type JsonObject,
} from '@toolrack/contracts';
import { guardedSource } from './guarded-source.js';

/** Options of `secretGuard`. */
export interface SecretGuardOptions {
  /**
   * Patterns (ids or names, with `*`) of tools whose results are shown as they are, for example of one that makes keys for people. One that covers
   * a whole source, as `mcp:vault:*`, shows its definitions, resources and prompts too.
   */
  readonly show?: readonly string[];
}

const name = '@toolrack/secret-guard';
const optionsSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  properties: { show: { type: 'array', items: { type: 'string', minLength: 1 } } },
};

/** Without quotes, backslashes and line breaks: it may stand inside a text of JSON. */
const mask = new SecretFormMask((form) => `[hidden: ${form}; option show of ${name}]`);

/** Sources of Toolrack's own tools: what they show was masked when it came in. */
const ownKind = 'toolrack';

/** Hides what surely is a secret by its form in everything that sources say, before anything else sees it. */
export const secretGuard = definePlugin<SecretGuardOptions>({
  name,
  version: '0.1.0',
  api: '^1',
  optionsSchema,
  apply: (host, { show = [] }) => {
    const isShown = (source: string, tool: string): boolean =>
      show.some((pattern) => matchTool(pattern, { id: `${source}:${tool}`, name: tool }));
    const isLeftAlone = (source: { readonly kind: string; readonly owner: string }): boolean =>
      source.kind === ownKind || isShown(sourceId(source), everyTool);
    host.contribute(SourceGuards, {
      source: (source) => (isLeftAlone(source) ? source : guardedSource(source, mask, (tool) => isShown(sourceId(source), tool))),
      content: (provider) => (isLeftAlone(provider) ? provider : maskedContent(provider, mask)),
    });
  },
});
