import { pathToFileURL } from 'node:url';

/** The default export of a `.js`, `.mjs` or `.ts` file. TypeScript is compiled on the fly, without type checks. Rejects as the module does. */
export async function importDefault(path: string): Promise<unknown> {
  const url = pathToFileURL(path).href;
  const module: unknown = /\.[cm]?tsx?$/u.test(path) ? await importTypeScript(url) : await import(url);
  return (module as { default?: unknown }).default;
}

async function importTypeScript(url: string): Promise<unknown> {
  const { createJiti } = await import('jiti');
  return createJiti(url, { interopDefault: false }).import(url);
}

/** The file that a package name means when it is imported from `folder`; `undefined` when it is not installed there. */
export async function resolvePackage(name: string, folder: string): Promise<string | undefined> {
  const { createJiti } = await import('jiti');
  const parent = pathToFileURL(`${folder}/toolrack.config.mjs`).href;
  return createJiti(parent).esmResolve(name, { parentURL: parent, try: true });
}

/** One line about why a module could not be loaded; no stack. */
export function loadFailure(error: unknown): string {
  const message = error instanceof Error ? `${error.name === 'Error' ? '' : `${error.name}: `}${error.message}` : String(error);
  return (message.split('\n')[0] as string).slice(0, 500);
}
