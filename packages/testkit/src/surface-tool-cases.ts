import assert from 'node:assert/strict';
import type { ToolDescriptor } from '@toolrack/contracts';
import { fixtureCatalogs } from './fixture-catalogs.js';
import { fixtureRun } from './fixture-run.js';
import { fixtureTool } from './fixture-tool.js';
import { fixtureTools } from './fixture-tools.js';
import { fixtureSession, fixtureView } from './fixture-view.js';
import type { SuiteRunner } from './runner.js';
import { assertModelTools } from './surface-checks.js';
import type { SurfaceSuiteOptions } from './surface-suite.js';
import { throwingSchema } from './throwing-schema.js';

/** The office catalog with untrusted schemas that throw when they are read. */
export function guardedOffice(): { readonly tools: readonly ToolDescriptor[]; readonly touches: readonly string[] } {
  const { schema, touches } = throwingSchema();
  const tools = fixtureCatalogs.office.map((tool) => (tool.trust === 'untrusted' ? fixtureTool({ ...tool, inputSchema: schema }) : tool));
  return { tools, touches };
}

/** Cases about what the model is shown. */
export function registerSurfaceTools(it: SuiteRunner['it'], { create, controls }: SurfaceSuiteOptions): void {
  it('has a name', async () => {
    assert.match((await create()).name, /\S/u);
  });
  it('shows valid controls under names that it reserves', async () => {
    const surface = await create();
    const view = fixtureView(fixtureCatalogs.office);
    const reserved = surface.controlNames(view.run);
    assert.equal(new Set(reserved).size, reserved.length, 'reserved names are unique');
    const tools = surface.tools(view);
    assertModelTools(tools);
    assert.ok(tools.length > 0, 'a catalog of deferred tools has controls');
    for (const { name } of tools) assert.ok(reserved.includes(name), `${name} is shown and not reserved`);
    const used = [controls.search?.('x'), controls.describe?.('x'), controls.call('x', {})].flatMap((control) =>
      control === undefined ? [] : [control.name],
    );
    for (const name of used)
      assert.ok(
        tools.some((tool) => tool.name === name),
        `the control ${name} is not shown`,
      );
  });
  it('shows each direct tool once beside the controls and no deferred one', async () => {
    const surface = await create();
    const direct = 'openclaw:mail:send_message';
    const view = fixtureView(fixtureCatalogs.office, { direct: [direct] });
    const tools = surface.tools(view);
    assertModelTools(tools);
    const reserved = surface.controlNames(view.run);
    const shown = tools.filter(({ name }) => !reserved.includes(name)).map(({ name }) => name);
    assert.deepEqual(shown, [view.find(direct)?.callName]);
  });
  it('works without any tool', async () => {
    const surface = await create();
    const view = fixtureView([]);
    assertModelTools(surface.tools(view));
    assert.equal(typeof surface.prompt(view), 'string');
  });
  it('shows the same tools and prompt for equal views', async () => {
    const surface = await create();
    const tools = fixtureTools(50, 6);
    const run = fixtureRun({ contextWindow: 32_768 });
    const [one, other] = [fixtureView(tools, { run }), fixtureView([...tools].reverse(), { run })];
    assert.equal(JSON.stringify(surface.tools(one)), JSON.stringify(surface.tools(other)));
    assert.equal(surface.prompt(one), surface.prompt(other));
  });
  it('reads no schema of a deferred untrusted tool for tools, prompt, search and call', async () => {
    const surface = await create();
    const { tools, touches } = guardedOffice();
    const session = fixtureSession(tools);
    surface.tools(session);
    surface.prompt(session);
    for (const control of [controls.search?.('send message'), controls.call('mcp:chat:list_channels', {})]) {
      if (control !== undefined) await surface.call(control.name, control.arguments, session);
    }
    assert.deepEqual(touches, []);
  });
  it('gives call names that the kernel can use', async () => {
    const surface = await create();
    for (const tool of fixtureCatalogs.office) {
      const name = surface.callName?.(tool);
      assert.ok(name === undefined || (typeof name === 'string' && name !== ''), `callName of ${tool.id}`);
    }
  });
}
