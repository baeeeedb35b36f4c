// Starts the suite and reads what it found.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const packageFolder = dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json'));

/** The scenarios that a revision requires of `server` or `client`, in the suite's order. */
export function requiredScenarios(revision, face) {
  const lines = readFileSync(join(packageFolder, 'requirements', `${revision}.yaml`), 'utf8').split('\n');
  const start = lines.indexOf(`${face}:`);
  const names = lines.slice(start + 1).map((line) => /^ {2}- (\S+)\s*$/u.exec(line)?.[1] ?? (/^\s*(#|$)/u.test(line) ? '' : undefined));
  const end = names.indexOf(undefined);
  return (end === -1 ? names : names.slice(0, end)).filter(Boolean);
}

/** Runs the suite; answers the checks of each scenario by name. */
export async function runSuite(face, scenarioArguments, deadlineMs) {
  const folder = mkdtempSync(join(tmpdir(), 'toolrack-conformance-'));
  const command = ['--import', here('register-fs.mjs'), join(packageFolder, 'dist/index.js'), face, ...scenarioArguments, '-o', folder];
  try {
    const output = await finished(command, deadlineMs);
    return { checks: readChecks(folder, face), output };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A group of its own, so that clients that the suite leaves behind end with it. */
function finished(command, deadlineMs) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
    const kill = () => {
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // All of them have ended.
      }
    };
    const timer = setTimeout(kill, deadlineMs);
    child.on('exit', () => {
      clearTimeout(timer);
      kill();
      resolve(output);
    });
  });
}

/** Results lie in folders `[server-]<scenario>-<time>`; a scenario's own name may hold a slash. */
function readChecks(folder, face) {
  const found = new Map();
  for (const file of readdirSync(folder, { recursive: true })) {
    if (!String(file).endsWith('checks.json')) continue;
    const name = dirname(String(file))
      .replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/u, '')
      .replace(face === 'server' ? /^server-/u : /^$/u, '');
    found.set(name, JSON.parse(readFileSync(join(folder, String(file)), 'utf8')));
  }
  return found;
}
