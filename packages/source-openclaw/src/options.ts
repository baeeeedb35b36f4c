import { type JsonObject } from '@toolrack/contracts';

/** Where some tools come from: a file, a package or tools given in code. Exactly one of `path`, `package` and tool objects. */
export interface OpenclawModuleOptions {
  /** A module (`.mjs`, `.js`, `.cjs`, `.ts`, `.mts`, `.cts`) or the folder of a plugin; relative to `baseDirectory`. */
  readonly path?: string;
  /** Name of an installed plugin package, looked up from `baseDirectory`, the working directory and this package upwards. */
  readonly package?: string;
  /** The middle part of the tools' ids. Default: the plugin's id, else `core`. */
  readonly owner?: string;
  /** The plugin's own configuration, checked by the schema of its manifest. */
  readonly config?: JsonObject;
  /** Texts: names of optional tools to offer (`*` matches any run of characters). Objects: the tools themselves. */
  readonly tools?: readonly (string | object)[];
}

/** Options of `openclawSource`. */
export interface OpenclawSourceOptions {
  readonly modules: readonly OpenclawModuleOptions[];
  /** Values that are hidden in everything that the tools say, besides those of `config` that are secrets. */
  readonly secrets?: readonly string[];
  /** How long, in milliseconds, is waited for a module that loads (8,000); its tools come later if it ever does. */
  readonly loadTimeoutMs?: number;
  /** Folder that relative paths and packages are looked up from. Default: the current working directory. */
  readonly baseDirectory?: string;
}

/** JSON Schema of `OpenclawSourceOptions`. */
export const optionsSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['modules'],
  properties: {
    baseDirectory: { type: 'string', minLength: 1 },
    loadTimeoutMs: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
    secrets: { type: 'array', items: { type: 'string' } },
    modules: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        properties: {
          path: { type: 'string', minLength: 1 },
          package: { type: 'string', minLength: 1 },
          owner: { type: 'string', minLength: 1, pattern: '^[A-Za-z0-9][A-Za-z0-9_.@/-]*$' },
          config: { type: 'object' },
          tools: { type: 'array', items: { type: ['string', 'object'] } },
        },
        anyOf: [{ required: ['path'] }, { required: ['package'] }, { required: ['tools'] }],
        not: { required: ['path', 'package'] },
      },
    },
  },
};
