import { ToolrackError, type JsonObject } from '@toolrack/contracts';
import { isLoopbackHost } from './secure-address.js';

/** How Toolrack signs in at one remote server. Everything is optional: most servers are found out about by asking them. */
export interface AuthorizationOptions {
  /** Client id that was registered for Toolrack at the authorization server by hand. */
  readonly clientId?: string;
  /** Secret of that client. It is sent to `issuer` alone, which has to be given then. */
  readonly clientSecret?: string;
  /** Address of a client id metadata document (https); used where the authorization server takes such documents. */
  readonly clientMetadataUrl?: string;
  /** Scopes to ask for instead of those that the server names. */
  readonly scopes?: readonly string[];
  /** The one authorization server to sign in at. */
  readonly issuer?: string;
  /** Loopback address that the sign-in comes back to, for clients that were registered with a fixed one (any free port). */
  readonly redirectUri?: string;
  /** The authorization server supports PKCE although its metadata does not say so. */
  readonly assumePkce?: boolean;
}

/** Where tokens are kept; options of the plugin. */
export interface TokenStoreOptions {
  /** Folder of the encrypted token files (by default one in the folder for data of the user). */
  readonly directory?: string;
  /** Where the key to them is: the keychain of the operating system, a file, or the first of both that works (`auto`). */
  readonly key?: 'auto' | 'keychain' | 'file';
}

const text: JsonObject = { type: 'string', minLength: 1 };

/** JSON Schema of `authorization` of a server. */
export const authorizationSchema: JsonObject = {
  description: 'How to sign in at the server; false never signs in.',
  anyOf: [
    { const: false },
    {
      type: 'object',
      additionalProperties: false,
      properties: {
        clientId: { ...text, description: 'Client id that was registered by hand.' },
        clientSecret: { ...text, description: 'Its secret; needs "issuer".' },
        clientMetadataUrl: { ...text, description: 'Address of a client id metadata document.' },
        scopes: {
          type: 'array',
          items: { type: 'string', pattern: '^[\\x21\\x23-\\x5B\\x5D-\\x7E]+$' },
          description: 'Scopes to ask for.',
        },
        issuer: { ...text, description: 'The one authorization server to sign in at.' },
        redirectUri: { ...text, description: 'Loopback address that the sign-in comes back to.' },
        assumePkce: { type: 'boolean', description: 'The authorization server supports PKCE without saying so.' },
      },
    },
  ],
};

/** JSON Schema of `tokens` of the plugin. */
export const tokenStoreSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  properties: { directory: text, key: { enum: ['auto', 'keychain', 'file'] } },
};

/** What is wrong with the options of one server, as the end of `server "x" …`; `undefined` when nothing is. */
export function authorizationFault(options: AuthorizationOptions): string | undefined {
  if (options.clientSecret !== undefined && options.clientId === undefined) return 'has a "clientSecret" without a "clientId"';
  if (options.clientMetadataUrl !== undefined && !isDocumentAddress(options.clientMetadataUrl)) {
    return 'has a "clientMetadataUrl" that is not an https address with a path';
  }
  if (options.issuer !== undefined && !URL.canParse(options.issuer)) return 'has an "issuer" that is not an address';
  if (options.redirectUri !== undefined && !isLoopbackAddress(options.redirectUri)) {
    return 'has a "redirectUri" that is not an http address on this machine, such as "http://127.0.0.1:8765/callback"';
  }
  return undefined;
}

/** Throws `ERR_PLUGIN_OPTIONS` that names the server when its options make no sense. */
export function checkAuthorization(server: string, options: AuthorizationOptions): AuthorizationOptions {
  const fault = authorizationFault(options);
  if (fault === undefined) return options;
  throw new ToolrackError('ERR_PLUGIN_OPTIONS', `@toolrack/source-mcp: "authorization" of server "${server}" ${fault}.`, {
    plugin: '@toolrack/source-mcp',
    fields: { server },
  });
}

function isDocumentAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return url.protocol === 'https:' && url.pathname !== '/' && url.hash === '' && url.username === '' && url.password === '';
}

function isLoopbackAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return url.protocol === 'http:' && isLoopbackHost(url.hostname) && url.hash === '' && url.username === '';
}
