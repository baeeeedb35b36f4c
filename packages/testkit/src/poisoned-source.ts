import { type ContentProvider, type JsonObject, type ToolDefinition, type ToolResult, type ToolSourceCall } from '@toolrack/contracts';
import { textContent, ToolrackError, type Trust } from '@toolrack/contracts';
import { fakeSource, type FakeSource } from './fake-sources.js';
import { hostileMarks, poison } from './hostile-marks.js';

/** What `poisonedSource` takes. */
export interface PoisonedSourceOptions {
  readonly kind?: string;
  readonly owner: string;
  readonly trust: Trust;
}

/** The tool whose every field but the name is poisoned; `how` says in which way it answers. */
export const poisonedTool = 'poisoned';
/** In which ways `poisonedTool` answers. */
export const poisonedAnswers = Object.freeze(['result', 'failure', 'error', 'throw'] as const);

/** A schema with every keyword that holds text. */
function poisonedSchema(more: JsonObject = {}): JsonObject {
  return {
    type: 'object',
    title: poison('title of the schema'),
    description: poison('description of the schema'),
    $comment: poison('comment'),
    properties: {
      ...more,
      how: {
        enum: [...poisonedAnswers, poison('allowed value')],
        description: poison('description of a parameter'),
        default: poison('default'),
      },
      [poison('name of a parameter')]: { type: 'string', title: poison('title of a parameter'), examples: [poison('example')] },
      fixed: { const: poison('constant'), pattern: poison('pattern').replaceAll(/[[\]{}()|]/gu, '') },
    },
    required: ['how'],
    $defs: { [poison('name of a definition')]: { description: poison('description of a definition') } },
  };
}

function definition(name: string, more: Partial<ToolDefinition> = {}): ToolDefinition {
  return {
    name,
    title: poison(`title of ${name.slice(0, 20)}`),
    description: poison(`description of ${name.slice(0, 20)}`),
    inputSchema: poisonedSchema(),
    annotations: { title: poison('title in annotations'), [poison('name of an annotation')]: poison('annotation') },
    ...more,
  };
}

/** Names that hold one mark each, and a clean one that several of them would be after cleaning. */
export const poisonedNames: readonly string[] = Object.freeze([
  ...hostileMarks.map(({ raw }, index) => `mark${String(index)} ${raw}`),
  'get_alike',
  'get\u200B_alike',
  'get_al\u00ADike',
  'g\u0435t_alike',
]);

function poisonedResult(): ToolResult {
  const text = poison('text of a result');
  return {
    content: [
      { type: 'text', text, annotations: { note: poison('annotation of a block') }, _meta: { [poison('name in _meta')]: poison('_meta') } },
      { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png', annotations: { note: poison('annotation of an image') } },
      {
        type: 'resource',
        resource: {
          uri: `test://${poison('address')}`,
          mimeType: 'text/plain',
          text: poison('text of a resource'),
          title: poison('title'),
        },
      },
      {
        type: 'resource_link',
        uri: `test://${poison('linked address')}`,
        name: poison('name of a link'),
        title: poison('title of a link'),
        description: poison('description of a link'),
      },
    ],
    details: { [poison('name in details')]: [poison('value in details')], plain: 1 },
  };
}

function answer(call: ToolSourceCall): ToolResult | Promise<ToolResult> {
  call.onProgress({ progress: 1, message: poison('progress') });
  call.peer?.log?.({ level: 'info', logger: poison('name of a logger'), data: { [poison('name in a log')]: poison('log') } });
  if (call.name !== poisonedTool) return { content: textContent('done') };
  switch (call.arguments['how']) {
    case 'failure':
      return { ...poisonedResult(), isError: true };
    case 'error':
      return Promise.reject(
        new ToolrackError('ERR_CALL_FAILED', poison('message of an error'), {
          hint: poison('hint of an error'),
          fields: { rpcCode: -32_000, rpcData: { [poison('name in the data of an error')]: poison('data of an error') } },
        }),
      );
    case 'throw':
      return Promise.reject(new Error(poison('message of an exception')));
    default:
      return poisonedResult();
  }
}

/**
 * A source that plants every mark in every field that it can fill: in definitions (of `poisonedTool`, of tools for each of `poisonedNames`, of
 * one that is shown directly), in results of every kind of block, in failures, errors, progress and logs.
 */
export function poisonedSource({ kind = 'mcp', owner, trust }: PoisonedSourceOptions): FakeSource {
  const direct = { exposure: 'direct-only', outputSchema: { ...poisonedSchema(), required: [] } } as const;
  return fakeSource({
    kind,
    owner,
    trust,
    tools: [
      definition(poisonedTool),
      definition('shown_directly', direct),
      ...poisonedNames.map((name) => ({ name, description: 'Its name is all there is to it.' })),
    ],
    answer,
  });
}

/** A few names with ten marks each: every one of them costs a client a request. */
const poisonedAddresses: readonly string[] = Object.freeze(
  Array.from({ length: Math.ceil(hostileMarks.length / 10) }, (_, index) =>
    hostileMarks
      .slice(index * 10, index * 10 + 10)
      .map(({ raw }) => raw)
      .join(`${String(index)}/`),
  ),
);

/** Resources, templates and prompts with every mark in every field; a read and a prompt ask the client first, where it can be asked. */
export function poisonedContent(owner: string, kind = 'mcp'): ContentProvider {
  const entry = (key: string, value: string): JsonObject => ({
    [key]: value,
    name: poison('name'),
    title: poison('title'),
    description: poison('description'),
    annotations: { note: poison('annotation') },
  });
  const resources = ['test://clean', ...poisonedAddresses.map((name) => `test://${name}`)];
  const prompts = ['clean', ...poisonedAddresses];
  return {
    kind,
    owner,
    offers: () => ({ resources: true, prompts: true, completions: true }),
    listResources: () => Promise.resolve(resources.map((uri) => ({ ...entry('uri', uri), name: poison('name') }))),
    listResourceTemplates: () => Promise.resolve([entry('uriTemplate', `test://items/${poison('template')}/{id}`)]),
    listPrompts: () =>
      Promise.resolve(
        prompts.map((name) => ({ ...entry('name', name), name, arguments: [{ name: 'a', description: poison('argument') }] })),
      ),
    readResource: (uri) =>
      resources.includes(uri)
        ? Promise.resolve({ contents: [{ uri, mimeType: 'text/plain', text: `${String(resources.indexOf(uri))} ${poison('text')}` }] })
        : Promise.reject(
            new ToolrackError('ERR_CALL_FAILED', poison('message of an error'), {
              fields: { rpcCode: -32_050, rpcData: { [poison('name in data')]: poison('data') } },
            }),
          ),
    getPrompt: async (name, _given, { peer, signal }) => {
      const properties = {
        [poison('asked')]: { type: 'string', title: poison('title') },
        one: { type: 'string', enum: [poison('choice')] },
      };
      const asked = await peer?.elicit?.({ message: poison('question'), requestedSchema: { type: 'object', properties } }, { signal });
      const content = asked?.['content'];
      const isRestored = JSON.stringify(content) === JSON.stringify({ [poison('asked')]: 'x', one: poison('choice') });
      return {
        description: poison('description of a prompt'),
        messages: [
          { role: 'user', content: { type: 'text', text: `${String(prompts.indexOf(name))} ${String(isRestored)} ${poison('message')}` } },
          { role: 'user', content: { type: 'resource', resource: { uri: 'test://clean', text: poison('embedded') } } },
        ],
      };
    },
    complete: () => Promise.resolve({ completion: { values: [poison('completion')] } }),
  };
}
