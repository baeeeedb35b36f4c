const scheme = 'toolrack://';

/** An address as it stands behind the gateway. */
export interface OwnUri {
  /** Key of the source in this gateway. */
  readonly key: string;
  /** The address that the source itself uses. */
  readonly uri: string;
}

/**
 * The address under which clients see a resource: `toolrack://<key>/<the source's own address>`. The source's address stands in it as it
 * is, so that templates stay templates and whatever a client expands them to reads back as the source would have expanded it.
 */
export function showUri({ key, uri }: OwnUri): string {
  return `${scheme}${key}/${uri}`;
}

/** The reverse of `showUri`; `undefined` for an address of another form. */
export function readShownUri(shown: string): OwnUri | undefined {
  if (!shown.startsWith(scheme)) return undefined;
  const end = shown.indexOf('/', scheme.length);
  return end <= scheme.length ? undefined : { key: shown.slice(scheme.length, end), uri: shown.slice(end + 1) };
}
