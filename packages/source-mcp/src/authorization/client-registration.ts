import { registerClient, RegistrationRejectedError, type AuthorizationServerMetadata, type FetchLike } from '@modelcontextprotocol/client';
import { version } from '../version.js';
import { AuthorizationError, foreignText } from './authorization-error.js';
import type { AuthorizationOptions } from './authorization-settings.js';
import type { GrantClient } from './grant.js';
import { asAuthorizationError } from './token-answer.js';

/** What a client is chosen or registered with. */
export interface ClientRequest {
  readonly options: AuthorizationOptions;
  readonly issuer: string;
  readonly metadata: AuthorizationServerMetadata | undefined;
  readonly redirectUri: string;
  readonly scope: string | undefined;
  readonly fetch: FetchLike;
}

/**
 * The client to sign in as: the configured one; else a client id metadata document, where the authorization server takes one; else a new
 * dynamic registration (RFC 7591). A registration is made for every sign-in: servers forget old ones, and they hold for one port.
 */
export async function chooseClient(request: ClientRequest): Promise<GrantClient> {
  const { options, issuer, metadata } = request;
  if (options.clientId !== undefined) {
    if (options.clientSecret !== undefined && options.issuer === undefined) {
      throw new AuthorizationError('refused', `"clientSecret" needs "issuer", so that no other server can ask for it`, {
        hint: `Set "issuer" to "${issuer}" if that is the authorization server that the client was registered at.`,
      });
    }
    return { id: options.clientId, origin: 'configured' };
  }
  const takesDocuments = metadata?.['client_id_metadata_document_supported'] === true;
  if (options.clientMetadataUrl !== undefined && takesDocuments) return { id: options.clientMetadataUrl, origin: 'document' };
  if (metadata !== undefined && metadata.registration_endpoint === undefined) {
    const document = takesDocuments ? ' or "clientMetadataUrl"' : '';
    throw new AuthorizationError('refused', `${issuer} registers no clients by itself`, {
      hint: `Register one there with the redirect address ${options.redirectUri ?? 'http://127.0.0.1/callback'}, and set "clientId"${document}.`,
    });
  }
  return await register(request);
}

async function register(request: ClientRequest): Promise<GrantClient> {
  const { metadata, redirectUri, scope, issuer } = request;
  try {
    const answer = await registerClient(issuer, {
      ...(metadata === undefined ? {} : { metadata }),
      clientMetadata: {
        client_name: 'Toolrack',
        software_id: 'toolrack',
        software_version: version,
        application_type: 'native',
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: authMethod(metadata?.token_endpoint_auth_methods_supported),
      },
      ...(scope === undefined ? {} : { scope }),
      fetchFn: request.fetch,
    });
    return {
      id: answer.client_id,
      origin: 'registered',
      ...(answer.client_secret === undefined ? {} : { secret: answer.client_secret }),
      ...(answer.token_endpoint_auth_method === undefined ? {} : { authMethod: answer.token_endpoint_auth_method }),
    };
  } catch (error) {
    if (!(error instanceof RegistrationRejectedError)) throw asAuthorizationError(error, 'the registration as a client failed');
    throw new AuthorizationError(
      'refused',
      `${issuer} does not register Toolrack as a client (HTTP ${error.status}): ${reasonIn(error.body)}`,
      {
        hint: 'Register a client there by hand and set "clientId".',
      },
    );
  }
}

/** A native program keeps no secrets (RFC 8252 section 8.4): a secret is taken only where there is no way without. */
function authMethod(supported: readonly string[] | undefined): string {
  if (supported === undefined || supported.length === 0 || supported.includes('none')) return 'none';
  return supported.find((method) => method === 'client_secret_basic' || method === 'client_secret_post') ?? 'none';
}

function reasonIn(body: string): string {
  try {
    const { error, error_description: description } = JSON.parse(body) as Record<string, unknown>;
    return foreignText([error, description].filter((part) => typeof part === 'string').join(': '));
  } catch {
    return 'no reason given';
  }
}
