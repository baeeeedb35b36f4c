/** What puts tokens on the requests to one server, whoever they were given to. */
export interface RequestAuthorization {
  /** Why somebody has to do something; `undefined` while nothing speaks for it. */
  readonly problem?: string;
  /** True when the reason of the problem may have gone: trying again is worth it. */
  readonly hasNews: boolean;
  /** True for addresses that tokens may be sent to. */
  covers(address: string | URL): boolean;
  /** The access token to send; `undefined` when there is none. Rejects with an `AuthorizationError`. */
  token(signal?: AbortSignal): Promise<string | undefined>;
  /** The token to try after the server refused `sent`; `undefined` when there is no other. */
  replacementOf(sent: string | undefined, signal?: AbortSignal): Promise<string | undefined>;
  /** A token other than `sent`, which lacked a scope, when there is one. */
  widened(sent: string | undefined): Promise<string | undefined>;
  /** The server refused a token that had just been got. */
  refuse(token: string): void;
  /** The server took a request with this token. */
  accept(token: string): void;
  /** Waits for what is under way and would be lost with the process. */
  settle(): Promise<void>;
}
