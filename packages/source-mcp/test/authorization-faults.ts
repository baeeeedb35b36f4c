/** What the authorization server gets wrong, or does differently. */
export interface AuthorizationFaults {
  /** Members that replace or (with `undefined`) remove those of the metadata. */
  metadata?: Record<string, unknown>;
  /** Publishes its metadata at the places of OpenID Connect alone. */
  openIdOnly?: boolean;
  /** Publishes none. */
  noMetadata?: boolean;
  /** `iss` of the authorization response; "" leaves it out. */
  iss?: string;
  /** `state` of the authorization response. */
  state?: string;
  /** Error instead of a code. */
  refuses?: string;
  /** Lifetime of access tokens in seconds; `undefined` leaves it unsaid. */
  lifetime?: number;
  /** OAuth error or HTTP status with which tokens are not renewed. */
  renewal?: string | number;
  /** Time that the token endpoint takes, in milliseconds. */
  slowMs?: number;
  /** Gives no refresh tokens. */
  noRefresh?: boolean;
  /** Answers a registration with a secret. */
  secretClients?: boolean;
  /** Refuses registrations. */
  noRegistration?: boolean;
  /** Public key in PEM of the client that proves itself with an assertion instead of its secret (RS256). */
  clientKey?: string;
  /** Members of every token answer that replace the right ones. */
  token?: Record<string, unknown>;
}
