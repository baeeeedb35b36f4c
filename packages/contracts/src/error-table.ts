/** What an error means for its reader: fix the call, stop trying, try later, see the tool's own failure, mend a plugin, mend the configuration. */
export type ErrorKind = 'correctable' | 'denied' | 'unavailable' | 'tool-failed' | 'plugin-fault' | 'misconfigured';

interface ErrorRow {
  readonly kind: ErrorKind;
  /** When it happens. */
  readonly when: string;
  /** What to do about it. */
  readonly action: string;
}

const row = (kind: ErrorKind, when: string, action: string): ErrorRow => ({ kind, when, action });

/** Every error code. `docs/reference/errors.md` lists the same rows; a test compares the two in both directions. */
export const errorTable = Object.freeze({
  ERR_CONFIG_FILE: row(
    'misconfigured',
    'The configuration file is missing, unreadable or not valid JSON.',
    'Correct the file that the message names.',
  ),
  ERR_CONFIG_VALUE: row(
    'misconfigured',
    'A key of the configuration is unknown or its value has the wrong form.',
    'Correct the key that the message names.',
  ),
  ERR_CONFIG_VARIABLE: row(
    'misconfigured',
    'The configuration uses an environment variable that is not set.',
    'Set the variable or give a default with ${NAME:-default}.',
  ),
  ERR_PLUGIN_UNKNOWN: row('misconfigured', 'A plugin package or path cannot be loaded.', 'Install the package or correct the path.'),
  ERR_PLUGIN_SHAPE: row(
    'misconfigured',
    'A module does not export a Toolrack plugin or a factory of one.',
    'Export definePlugin({ … }) as the default export.',
  ),
  ERR_PLUGIN_NAME: row(
    'misconfigured',
    'A plugin has no valid name or version, or two plugins have the same name.',
    'Give each plugin one name and list it once.',
  ),
  ERR_PLUGIN_API: row(
    'misconfigured',
    'A plugin needs another version of the plugin contract.',
    'Install a version of the plugin that fits this kernel.',
  ),
  ERR_PLUGIN_OPTIONS: row('misconfigured', 'The options of a plugin do not fit its schema.', 'Correct the option that the message names.'),
  ERR_PLUGIN_REQUIRES: row(
    'misconfigured',
    'A plugin requires one that is not present, or requirements form a cycle.',
    'Add the required plugin or break the cycle.',
  ),
  ERR_PLUGIN_APPLY: row(
    'plugin-fault',
    'The apply function of a plugin threw, rejected or took too long.',
    'Read the cause; report it to the author of the plugin.',
  ),
  ERR_PLUGIN_FROZEN: row('plugin-fault', 'A plugin registered something after boot.', 'Register everything inside apply.'),
  ERR_SERVICE_CONFLICT: row('misconfigured', 'Two plugins provide the same service.', 'Leave one of the two out.'),
  ERR_SERVICE_MISSING: row('misconfigured', 'A service that the runtime needs has no provider.', 'Add a plugin that provides it.'),
  ERR_SERVICE_FAILED: row('plugin-fault', 'The factory of a service threw.', 'Read the cause; report it to the author of the plugin.'),
  ERR_POLICY_MISSING: row('misconfigured', 'No plugin taps the policy hook.', 'Add a policy plugin, or policyOpen() to allow everything.'),
  ERR_HOOK_FAULT: row(
    'plugin-fault',
    'A tap threw, timed out or returned something that its hook does not accept.',
    'Report it to the author of the plugin that the message names.',
  ),
  ERR_RUNTIME_DISPOSED: row('unavailable', 'The runtime or the run has ended.', 'Start a new one.'),
  ERR_RUN_ABORTED: row(
    'plugin-fault',
    'A runStart tap failed, so the run was not started.',
    'Read the cause; report it to the author of the plugin.',
  ),
  ERR_RUN_REQUEST: row(
    'correctable',
    'The request to start a run has an unknown field or a value of the wrong form.',
    'Correct the field that the message names.',
  ),
  ERR_SOURCE_FAILED: row(
    'unavailable',
    'A source could not list its tools.',
    'Read the reason in the state of the source; correct its configuration or restart it.',
  ),
  ERR_SOURCE_CONFLICT: row('misconfigured', 'Two sources have the same id.', 'Rename one of them.'),
  ERR_TOOL_UNKNOWN: row(
    'correctable',
    'No tool of this catalog has that id or name, or it is not allowed.',
    'Search for the tool and use an id from the answer.',
  ),
  ERR_TOOL_AMBIGUOUS: row('correctable', 'Several tools have that name.', 'Use the exact id.'),
  ERR_TOOL_DIRECT: row('correctable', 'A control was used for a tool that is shown directly.', 'Call the tool by its own name.'),
  ERR_TOOL_UNAVAILABLE: row(
    'unavailable',
    'The source of the tool is not reachable or no longer lists it.',
    'Try later or use another tool.',
  ),
  ERR_TOOL_INPUT: row('correctable', 'The arguments of a control tool have the wrong form.', 'Correct the arguments as the message says.'),
  ERR_SEARCH_FAILED: row('plugin-fault', 'The ranker failed.', 'Use exact ids; report the cause to the author of the ranker.'),
  ERR_CALL_ARGUMENTS: row(
    'correctable',
    'The arguments do not fit the input schema of the tool.',
    'Correct the arguments as the message says.',
  ),
  ERR_CALL_SCHEMA: row('tool-failed', 'The input or output schema of the tool cannot be compiled.', 'Report it to the author of the tool.'),
  ERR_CALL_OUTPUT: row(
    'tool-failed',
    'The result does not fit the output schema that the tool declares.',
    'Do not repeat the call blindly: it has run.',
  ),
  ERR_CALL_DENIED: row('denied', 'A rule denies the call.', 'Do not try again.'),
  ERR_CALL_APPROVAL: row('denied', 'The call needs an approval that was not given.', 'Ask the person in charge, or do without the call.'),
  ERR_CALL_INTERRUPTED: row('unavailable', 'The call was cancelled.', 'Call again if it is still wanted.'),
  ERR_CALL_TIMEOUT: row('unavailable', 'The call took longer than its limit.', 'Do not repeat the call blindly: it may have run.'),
  ERR_CALL_FAILED: row('tool-failed', 'The tool or its server failed.', 'Read the reason; correct the arguments or use another tool.'),
  ERR_CALL_REENTRANT: row(
    'tool-failed',
    'A tool called back into its own catalog where that would wait for itself for ever.',
    'Do not call exclusive tools from inside a tool.',
  ),
  ERR_RESULT_WITHHELD: row(
    'plugin-fault',
    'The redaction of a result failed, so the result is not shown.',
    'Report it to the author of the plugin that the message names.',
  ),
  ERR_INDEX_FILE: row(
    'misconfigured',
    'A saved index is damaged, or was made for another catalog, recipe or version.',
    'Save it anew with "toolrack index"; until then the index is built at boot.',
  ),
  ERR_PROTOCOL: row('correctable', 'A request of the scripting protocol was not understood.', 'Correct the request as the message says.'),
} as const satisfies Record<string, ErrorRow>);

/** A code of `errorTable`. */
export type ErrorCode = keyof typeof errorTable;
