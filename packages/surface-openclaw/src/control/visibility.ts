import { type ToolDescriptor, type Visibility, type VisibilityQuestion } from '@toolrack/contracts';
import { coreCodingNames, isCoreTool, isFirstParty, isServerTool } from '../lookup/core-tools.js';
import { type RunSettingsReader } from '../settings/run-settings.js';

/** The control that OpenClaw retired; a first-party tool of that name is no tool of the catalog either. */
const retiredControl = 'tool_search_code';

function mustStayVisible(tool: ToolDescriptor, question: VisibilityQuestion, pinsTrusted: boolean): boolean {
  const { directNames } = question.run;
  if (pinsTrusted && tool.trust === 'trusted' && (directNames.includes(tool.id) || directNames.includes(tool.name))) return true;
  if (!isFirstParty(tool)) return false;
  return directNames.includes(tool.name) || (isCoreTool(tool) && coreCodingNames.has(tool.name));
}

/** True when no other tool that could be catalogued has the name; the bare name of a server's tool is not its name. */
function isUnique(tool: ToolDescriptor, question: VisibilityQuestion): boolean {
  if (question.countNamed(tool.name) === 1) return true;
  return !question.tools.some(
    (other) => other.id !== tool.id && other.name === tool.name && other.exposure === 'catalog' && !isServerTool(other),
  );
}

/**
 * Decides what stays visible: everything while the surface is off; tools that are direct-only; names that the run's
 * delivery needs and core coding tools, of first-party tools alone; in directory mode also the caller's tools, and a
 * name only while it is unique. A first-party tool with the name of a control is not there at all; one of a server goes
 * by `<server>__<name>`. All else is left to the catalog. Foreign look-alikes are never promoted, unless the deployment
 * lets a run pin trusted tools of any source (`pinsTrusted`), by name or id.
 */
export function visibilityTap(settings: RunSettingsReader, pinsTrusted = false) {
  const controls = new Set([...Object.values(settings.names), retiredControl]);
  return (tool: ToolDescriptor, question: VisibilityQuestion): Visibility | undefined => {
    const { mode } = settings.of(question.run);
    if (mode === 'off') return 'direct';
    if (controls.has(tool.name) && !isServerTool(tool)) return 'hidden';
    if (tool.exposure === 'direct-only') return 'direct';
    if (mode === 'directory' && tool.source.kind === 'client') return 'direct-only';
    if (mustStayVisible(tool, question, pinsTrusted) && (mode === 'tools' || isUnique(tool, question))) return 'direct';
    // Said aloud for a required name that is not kept, since others may promote any trusted tool of that name.
    return question.run.directNames.includes(tool.name) ? 'catalog' : undefined;
  };
}
