import { ToolrackError, type JsonObject } from '@toolrack/contracts';

/** One receiver of webhooks. */
export interface WebhookOptions {
  /** Where to post; `https`, or `http` on this machine. */
  readonly url: string;
  /** Key of the signature, at least 16 characters. */
  readonly secret: string;
}

/** Options of `approvalHttp`. */
export interface ApprovalHttpOptions {
  /** Bearer tokens by the name of the approver, at least 16 characters each; the name is written into decision, events and audit. */
  readonly approvers: Readonly<Record<string, string>>;
  /** Address to listen on (127.0.0.1). Anything but this machine should be behind TLS. */
  readonly host?: string;
  /** Port to listen on; 0 takes a free one, which the log names (8810). */
  readonly port?: number;
  /** Names that clients may use in the `Host` header besides the address itself; stops DNS rebinding. */
  readonly allowedHosts?: readonly string[];
  /** Told about each request and decision. */
  readonly webhooks?: readonly WebhookOptions[];
  /** Most requests that wait at the same time (1,000); more are refused. */
  readonly maxPending?: number;
}

const secret: JsonObject = { type: 'string', minLength: 16 };

/** JSON Schema of `ApprovalHttpOptions`. */
export const optionsSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['approvers'],
  properties: {
    approvers: { type: 'object', minProperties: 1, propertyNames: { minLength: 1, maxLength: 128 }, additionalProperties: secret },
    host: { type: 'string', minLength: 1 },
    port: { type: 'integer', minimum: 0, maximum: 65_535 },
    allowedHosts: { type: 'array', items: { type: 'string', minLength: 1 } },
    webhooks: {
      type: 'array',
      items: { type: 'object', additionalProperties: false, required: ['url', 'secret'], properties: { url: { type: 'string' }, secret } },
    },
    maxPending: { type: 'integer', minimum: 1 },
  },
};

const isLocal = (hostname: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

const fault = (message: string): ToolrackError => new ToolrackError('ERR_PLUGIN_OPTIONS', message, { plugin: '@toolrack/approval-http' });

/** The address of a webhook. Throws `ERR_PLUGIN_OPTIONS`, without the address, which may hold a secret. */
export function webhookUrl(text: string, position: number): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const webhook = `The url of webhook ${position} of @toolrack/approval-http`;
  if (url === undefined || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLocal(url.hostname))))
    throw fault(`${webhook} must be https, or http on this machine.`);
  if (url.username !== '' || url.password !== '')
    throw fault(`${webhook} must not hold a user or a password, which are not sent: a receiver checks the signature.`);
  return url;
}

/** Throws `ERR_PLUGIN_OPTIONS` when a token would not tell who decided. */
export function checkApprovers(approvers: ApprovalHttpOptions['approvers']): void {
  const names = new Map<string, string>();
  for (const [name, token] of Object.entries(approvers)) {
    const other = names.get(token);
    if (other !== undefined) throw fault(`The approvers "${other}" and "${name}" of @toolrack/approval-http have the same token.`);
    if (!/^[\x21-\x7E]{1,4096}$/u.test(token))
      throw fault(
        `The token of the approver "${name}" of @toolrack/approval-http must be at most 4,096 visible ASCII characters without blanks.`,
      );
    names.set(token, name);
  }
}
