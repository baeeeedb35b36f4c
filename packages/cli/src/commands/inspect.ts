import { serverText, withServers } from '../catalog-tools.js';
import type { CommandContext } from '../command-context.js';
import { renderTable } from '../terminal/table.js';
import { version } from '../version.js';
import { withRun } from '../with-run.js';

/** `toolrack inspect`: what the runtime is made of. */
export function inspect(context: CommandContext): Promise<number> {
  return withRun(context, {}, async ({ configuration, runtime }) => {
    const { terminal } = context;
    const found = runtime.inspect();
    const inspection = { ...found, sources: withServers(found.sources, runtime) };
    const versions = { toolrack: version, node: process.versions.node };
    if (context.isJson) {
      terminal.printJson({ versions, configuration: configuration.file, preset: configuration.preset, ...inspection });
      return 0;
    }
    const sections: [string, readonly string[], string[][]][] = [
      [
        'Plugins',
        ['PLUGIN', 'VERSION', 'STATE', 'MS', 'REASON'],
        inspection.plugins.map((plugin) => [plugin.name, plugin.version, plugin.state, plugin.applyMs.toFixed(1), plugin.reason ?? '']),
      ],
      ['Services', ['SERVICE', 'PROVIDER'], inspection.services.map(({ id, provider }) => [id, provider])],
      ['Hooks', ['HOOK', 'STAGE', 'PLUGIN'], inspection.taps.map((tap) => [tap.hook, String(tap.stage), tap.plugin])],
      [
        'Sources',
        ['SOURCE', 'STATE', 'TOOLS', 'SERVER', 'REASON'],
        inspection.sources.map(({ id, state, tools, server, reason }) => [
          id,
          state,
          String(tools),
          server === undefined ? '' : serverText(server),
          reason ?? '',
        ]),
      ],
    ];
    const problems = inspection.sources.flatMap(({ id, problems: all = [] }) => all.map(({ tool, reason }) => [id, tool, reason]));
    if (problems.length > 0) sections.push(['Definitions left out or repaired', ['SOURCE', 'TOOL', 'REASON'], problems]);
    terminal.print(
      `${configuration.file} (preset ${configuration.preset}), plugin contract ${inspection.apiVersion}, booted in ${inspection.bootMs.toFixed(0)} ms\n`,
    );
    for (const [title, heading, rows] of sections) {
      terminal.print(`\n${title}\n${rows.length === 0 ? '(none)\n' : renderTable(heading, rows, terminal.width)}`);
    }
    return 0;
  });
}
