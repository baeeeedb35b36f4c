import {
  freezeJson,
  isJsonObject,
  issueText,
  reasonOf,
  type ApprovalRequest,
  type JsonObject,
  type JsonValue,
  type SchemaValidator,
} from '@toolrack/contracts';

import type { Verdict } from './pending-approvals.js';

/** A value with a JSON merge patch applied (RFC 7396): `null` removes. */
function mergePatch(target: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isJsonObject(patch)) return patch;
  const merged = new Map<string, JsonValue>(isJsonObject(target) ? (Object.entries(target) as [string, JsonValue][]) : []);
  for (const [key, value] of Object.entries(patch) as [string, JsonValue][]) {
    if (value === null) merged.delete(key);
    else merged.set(key, mergePatch(merged.get(key), value));
  }
  return Object.fromEntries(merged);
}

/** The arguments that an edit makes, or in words what is wrong with them. Only the schema of a trusted tool is compiled here. */
export function editedArguments(verdict: Verdict, request: ApprovalRequest, validator: () => SchemaValidator): JsonObject | string {
  const { tool } = request;
  let edited: JsonObject;
  try {
    edited = freezeJson(verdict.arguments ?? mergePatch(request.arguments, verdict.merge ?? {})) as JsonObject;
  } catch (error) {
    return reasonOf(error);
  }
  if (tool.trust !== 'trusted') return edited;
  try {
    const issues = validator().compile(tool.inputSchema).check(edited);
    return issues.length === 0 ? edited : issueText(issues);
  } catch {
    // A schema that cannot be compiled fails the call itself, with its reason.
    return edited;
  }
}
