import { type ClientTool, type JsonSchema, type ToolDefinition, type ToolProblem } from '@toolrack/contracts';

/** Client tools that can be used, and those that cannot with the reason. */
export interface CheckedClientTools {
  readonly tools: readonly ToolDefinition[];
  readonly problems: readonly ToolProblem[];
}

/**
 * Checks the tools that a caller brings. A bad one loses itself alone; the first of several with the same name stays.
 * Schemas are handed through by reference and never read: they belong to an untrusted author, and a look at them is
 * what the trust boundary forbids.
 */
export function checkClientTools(tools: readonly ClientTool[]): CheckedClientTools {
  const good = new Map<string, ToolDefinition>();
  const problems: ToolProblem[] = [];
  tools.forEach((tool, index) => {
    const label = `tool ${String(index + 1)} of the client`;
    try {
      const definition = checkOne(tool);
      if (typeof definition === 'string') problems.push({ tool: nameOf(tool) ?? label, reason: definition });
      else if (good.has(definition.name)) {
        problems.push({
          tool: definition.name,
          reason: 'the client brings several tools of this name; the first is kept',
        });
      } else good.set(definition.name, definition);
    } catch {
      problems.push({ tool: label, reason: 'reading its definition throws' });
    }
  });
  return { tools: [...good.values()], problems };
}

/** The definition, or the reason why there is none. */
function checkOne(tool: unknown): ToolDefinition | string {
  if (typeof tool !== 'object' || tool === null) return 'it is not an object';
  const { name, description, inputSchema, outputSchema } = tool as Record<string, unknown>;
  if (typeof name !== 'string' || name.trim() === '') return 'it has no name';
  if (description !== undefined && typeof description !== 'string') return 'its description is not a text';
  if (!isSchema(inputSchema)) return 'its inputSchema is not a JSON Schema object';
  if (!isSchema(outputSchema)) return 'its outputSchema is not a JSON Schema object';
  return {
    name,
    ...(description === undefined ? {} : { description }),
    ...(inputSchema === undefined ? {} : { inputSchema }),
    ...(outputSchema === undefined ? {} : { outputSchema }),
  };
}

/** Looks at the type alone: `typeof` and `Array.isArray` reach no key of a proxy. */
function isSchema(value: unknown): value is JsonSchema | undefined {
  if (value === undefined || typeof value === 'boolean') return true;
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nameOf(tool: unknown): string | undefined {
  if (typeof tool !== 'object' || tool === null) return undefined;
  const { name } = tool as { name?: unknown };
  return typeof name === 'string' && name.trim() !== '' ? name : undefined;
}
