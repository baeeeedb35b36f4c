/** Longest wait for the program that opens browsers, in milliseconds. */
const longestWaitMs = 3_000;

/**
 * Opens an address in the browser of this machine; false where that is not possible. Only http and https: what opens addresses would run
 * programs for others. Needs the optional package `open`.
 */
export async function openInBrowser(address: string, environment: Readonly<Record<string, string | undefined>>): Promise<boolean> {
  const { protocol } = new URL(address);
  if ((protocol !== 'https:' && protocol !== 'http:') || !hasScreen(environment)) return false;
  try {
    // eslint-disable-next-line @nx/enforce-module-boundaries -- an optional dependency
    const { default: open } = await import('open');
    const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), longestWaitMs).unref());
    const child = await Promise.race([open(address), late]);
    if (child === false) return false;
    return await Promise.race([
      late,
      new Promise<boolean>((resolve) => {
        child.once('error', () => resolve(false));
        child.once('exit', (code) => resolve(code === 0));
        // Some openers stay as long as the browser does.
        setTimeout(() => resolve(true), 500).unref();
      }),
    ]);
  } catch {
    return false;
  }
}

/** A browser that would open on another machine, or nowhere, helps nobody. */
function hasScreen(environment: Readonly<Record<string, string | undefined>>): boolean {
  const isSet = (name: string): boolean => (environment[name] ?? '') !== '';
  if (isSet('CI') || isSet('SSH_CONNECTION') || isSet('SSH_TTY')) return false;
  return process.platform !== 'linux' || isSet('DISPLAY') || isSet('WAYLAND_DISPLAY') || isSet('WSL_DISTRO_NAME');
}
