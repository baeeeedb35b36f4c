import { createPrivateKey } from 'node:crypto';
import { ToolrackError, type JsonObject } from '@toolrack/contracts';
import { isLoopbackHost } from './secure-address.js';

/** How Toolrack signs in at one remote server. Everything is optional: most servers are found out about by asking them. */
export interface AuthorizationOptions {
  /**
   * `authorization_code`: a person signs in (`toolrack login`); `client_credentials`: Toolrack signs in by itself with `clientId` and a secret or
   * key, at `issuer` (`authorization_code`).
   */
  readonly grant?: 'authorization_code' | 'client_credentials';
  /** Client id that was registered for Toolrack at the authorization server by hand. */
  readonly clientId?: string;
  /** Secret of that client. It is sent to `issuer` alone, which has to be given then. */
  readonly clientSecret?: string;
  /** Private key of that client in PEM (PKCS #8), with which a program proves who it is instead of a secret; for `client_credentials`. */
  readonly privateKey?: string;
  /** JOSE algorithm of that key (`RS256`). */
  readonly privateKeyAlgorithm?: string;
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

/** Asymmetric algorithms of JWS (RFC 7518, RFC 8037). */
const keyAlgorithms = new Set(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']);

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
        grant: { enum: ['authorization_code', 'client_credentials'], description: 'Whether a person signs in, or the program by itself.' },
        clientId: { ...text, description: 'Client id that was registered by hand.' },
        clientSecret: { ...text, description: 'Its secret; needs "issuer".' },
        privateKey: { ...text, description: 'A private key in PEM instead of a secret.' },
        privateKeyAlgorithm: { ...text, description: 'Its algorithm, for example "RS256".' },
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
  const fault = options.grant === 'client_credentials' ? clientCredentialsFault(options) : keyFault(options);
  if (fault !== undefined) return fault;
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

function clientCredentialsFault(options: AuthorizationOptions): string | undefined {
  if (options.clientId === undefined || options.issuer === undefined) {
    return 'has the "grant" "client_credentials", which needs "clientId", and "issuer", so that the credentials go nowhere else';
  }
  if ((options.clientSecret === undefined) === (options.privateKey === undefined)) {
    return 'has the "grant" "client_credentials", which needs either "clientSecret" or "privateKey"';
  }
  const idle = (['clientMetadataUrl', 'redirectUri', 'assumePkce'] as const).find((key) => options[key] !== undefined);
  if (idle !== undefined) return `has a "${idle}", which has no meaning with the "grant" "client_credentials"`;
  const { privateKey, privateKeyAlgorithm = 'RS256' } = options;
  if (privateKey === undefined) return undefined;
  if (!keyAlgorithms.has(privateKeyAlgorithm)) {
    return `has a "privateKeyAlgorithm" that is not one of ${[...keyAlgorithms].join(', ')}`;
  }
  return isPrivateKey(privateKey) ? undefined : 'has a "privateKey" that is no private key in PEM (PKCS #8)';
}

function keyFault(options: AuthorizationOptions): string | undefined {
  const key = (['privateKey', 'privateKeyAlgorithm'] as const).find((name) => options[name] !== undefined);
  return key === undefined ? undefined : `has a "${key}", which is for the "grant" "client_credentials" alone`;
}

function isPrivateKey(text: string): boolean {
  try {
    return text.includes('BEGIN PRIVATE KEY') && createPrivateKey(text).type === 'private';
  } catch {
    return false;
  }
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
