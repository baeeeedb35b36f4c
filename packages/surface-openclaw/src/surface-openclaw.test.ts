import { readFileSync } from 'node:fs';
import { SurfaceService } from '@toolrack/contracts';
import { createTestHost } from '@toolrack/testkit';
import defaultExport, { surfaceOpenclaw, type SurfaceOpenclawOptions, toolSearchSchema } from './index.js';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as Record<string, string>;

describe('surfaceOpenclaw', () => {
  it('is the default export and named and versioned as its package', () => {
    expect(defaultExport).toBe(surfaceOpenclaw);
    expect(surfaceOpenclaw()).toMatchObject({ name: manifest['name'], version: manifest['version'] });
  });

  it('provides the surface, and taps visibility and arguments', async () => {
    await using host = await createTestHost(surfaceOpenclaw());
    expect(host.service(SurfaceService).name).toBe('openclaw');
    expect(host.allTaps.map((tap) => tap.hook)).toEqual(['visibility', 'args']);
  });

  it('refuses the retired mode, naming the key and the command [openclaw:26b.4]', async () => {
    const apply = (options: unknown) => createTestHost(surfaceOpenclaw(options as SurfaceOpenclawOptions));
    await expect(apply({ toolSearch: { mode: 'code' } })).rejects.toMatchObject({
      code: 'ERR_CONFIG_VALUE',
      message: 'toolSearch.mode: "code" is retired.',
      hint: expect.stringContaining('toolrack migrate openclaw'),
    });
    await expect(apply({ toolSearch: { codeTimeoutMs: null } })).rejects.toMatchObject({
      message: 'toolSearch.codeTimeoutMs is retired.',
    });
    await expect(apply({ overrides: [{ toolSearch: { mode: 'code' } }] })).rejects.toMatchObject({ code: 'ERR_CONFIG_VALUE' });
  });

  it('has a strict schema whose limits are positive integers [openclaw:3.1] [openclaw:case-172]', () => {
    const block = toolSearchSchema;
    expect(block.type).toEqual(['boolean', 'object']);
    expect(block.additionalProperties).toBe(false);
    expect(block.properties.maxSearchLimit).toEqual({ type: 'integer', minimum: 1 });
    expect(block.properties.searchDefaultLimit).toEqual({ type: 'integer', minimum: 1 });
  });
});
