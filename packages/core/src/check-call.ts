import { reasonOf, ToolrackError } from '@toolrack/contracts';
import type { CompiledSchema, JsonObject, SchemaIssue, SchemaValidator, ToolDescriptor, ToolResult } from '@toolrack/contracts';
import { boundedValidator } from './bounded-validator.js';
import { argumentsError, outputError, schemaError } from './call-errors.js';
import { withoutPatterns, workKeyword } from './schema-validator.js';

/**
 * Throws for arguments that do not fit the input schema of a tool: trusted schemas only, unless the deployment opts in; then without the
 * keywords that could block the process.
 */
export function checkArguments(
  validator: () => SchemaValidator,
  tool: ToolDescriptor,
  callArguments: JsonObject,
  validateUntrusted = false,
): void {
  if (tool.trust !== 'trusted' && !validateUntrusted) return;
  const schema = tool.trust === 'trusted' ? tool.inputSchema : withoutPatterns(tool.inputSchema);
  let issues: readonly SchemaIssue[];
  try {
    issues = boundedValidator(validator()).compile(schema).check(callArguments);
  } catch (error) {
    throw schemaError(tool, 'inputSchema', reasonOf(error));
  }
  if (issues.length > 0) throw argumentsError(tool, issues);
}

/** What throws for a result that does not fit the output schema of a trusted tool. Compiled before the execution, so that a broken schema has no effects. */
export function outputCheck(validator: () => SchemaValidator, tool: ToolDescriptor): (result: ToolResult) => void {
  if (tool.trust !== 'trusted' || tool.outputSchema === undefined) return () => undefined;
  let compiled: CompiledSchema;
  try {
    compiled = boundedValidator(validator()).compile(tool.outputSchema);
  } catch (error) {
    throw schemaError(tool, 'outputSchema', reasonOf(error));
  }
  return (result) => {
    if (result.isError === true) return;
    // The tool has run: a result that is too much to check is not lost for it.
    const issues = compiled.check(result.details).filter(({ keyword }) => keyword !== workKeyword);
    if (issues.length > 0) throw outputError(tool, issues);
  };
}

/** The source has told of a change and has not listed its tools since, so nobody knows what the tool is now: nothing was called. */
export function unlisted(tool: ToolDescriptor): ToolrackError {
  const message = `The source of ${tool.id} has changed and has not listed its tools again in time. The tool was not called.`;
  return new ToolrackError('ERR_TOOL_UNAVAILABLE', message, { toolId: tool.id, hint: 'Try again later.' });
}
