import type { ToolAnnotations } from '@toolrack/contracts';

/**
 * The hint with the defaults of the MCP specification (ToolAnnotations, revision 2025-06-18 and later): not read-only,
 * destructive, not idempotent, open world. Destructive has no meaning for a tool that calls itself read-only, so such a
 * tool counts as destructive only when it says both.
 */
export function effectiveAnnotation(annotations: ToolAnnotations | undefined, name: string): unknown {
  const given = annotations !== undefined && Object.hasOwn(annotations, name) ? annotations[name] : undefined;
  if (given !== undefined) return given;
  switch (name) {
    case 'destructiveHint':
      return annotations?.readOnlyHint !== true;
    case 'openWorldHint':
      return true;
    case 'readOnlyHint':
    case 'idempotentHint':
      return false;
    default:
      return undefined;
  }
}

/** True when the tool has all these annotations. */
export function matchesAnnotations(
  annotations: ToolAnnotations | undefined,
  wanted: Readonly<Record<string, string | number | boolean>>,
): boolean {
  return Object.entries(wanted).every(([name, value]) => effectiveAnnotation(annotations, name) === value);
}
