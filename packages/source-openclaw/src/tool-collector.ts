import { matchPattern, type ToolDefinition, type ToolProblem } from '@toolrack/contracts';

import { type OpenclawTool, type OpenclawToolContext, type ToolRegistration } from './openclaw-shapes.js';
import { type LoadedModule } from './plugin-loader.js';
import { withoutPaths } from './safe-text.js';
import { defineTool, toolFault, toolName } from './tool-definition.js';

/** Which registration of which module makes a tool. */
export interface ToolOffer {
  readonly module: LoadedModule;
  readonly registration: ToolRegistration;
}

/** The tools of several modules, and what had to be left out. */
export interface CollectedTools {
  readonly tools: ToolDefinition[];
  readonly problems: ToolProblem[];
  readonly offers: Map<string, ToolOffer>;
}

/** Makes every registered tool once and describes it. A bad tool or factory loses itself alone; the first of a name stays. */
export async function collectTools(
  modules: readonly LoadedModule[],
  contextOf: (module: LoadedModule) => OpenclawToolContext,
): Promise<CollectedTools> {
  const collected: CollectedTools = { tools: [], problems: [], offers: new Map() };
  for (const module of modules) {
    if (module.failure !== undefined) collected.problems.push({ tool: module.label, reason: module.failure });
    const anyTool = `a tool of ${module.label}`;
    for (const registration of module.registrations) {
      if (registration.tool !== undefined) {
        addTool(collected, { module, registration }, registration.tool, anyTool);
        continue;
      }
      if (isLeftOut(module, registration)) continue;
      const label = registration.names[0] ?? anyTool;
      let made: unknown;
      try {
        made = await registration.create(contextOf(module));
      } catch (error) {
        const reason = withoutPaths(error instanceof Error ? error.message : String(error), module.directory);
        collected.problems.push({ tool: label, reason: `its factory threw: ${reason}` });
      }
      for (const tool of toolList(made)) addTool(collected, { module, registration }, tool, label);
    }
  }
  return collected;
}

/** A factory may give one tool, several, or none. */
export function toolList(made: unknown): readonly unknown[] {
  if (made === undefined || made === null || made === false) return [];
  return Array.isArray(made) ? (made as unknown[]) : [made];
}

/** True for an optional registration none of whose known names the operator wants: its factory does not even run. */
function isLeftOut({ wanted }: LoadedModule, { isOptional, names }: ToolRegistration): boolean {
  return isOptional && names.length > 0 && !names.some((name) => isWanted(wanted, name));
}

function isWanted(wanted: readonly string[], name: string): boolean {
  return wanted.some((pattern) => matchPattern(pattern, name));
}

function addTool(collected: CollectedTools, offer: ToolOffer, tool: unknown, label: string): void {
  const { tools, problems, offers } = collected;
  const { module, registration } = offer;
  let name = label;
  try {
    name = toolName(tool) ?? label;
    const fault = toolFault(tool);
    if (fault !== undefined) throw new Error(fault);
    const isOptional = registration.isOptional || module.optionalTools.includes(name);
    if (isOptional && !isWanted(module.wanted, name)) return;
    if (offers.has(name)) throw new Error('another tool of this owner has the same name; the first is kept');
    tools.push(defineTool(tool as OpenclawTool));
    offers.set(name, offer);
  } catch (error) {
    problems.push({ tool: name, reason: error instanceof Error ? error.message : 'reading it throws' });
  }
}
