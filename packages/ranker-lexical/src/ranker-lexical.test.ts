import { RankerService, type PluginHost, type Ranker } from '@toolrack/contracts';
import { createRequire } from 'node:module';
import standard, { rankerLexical } from './index.js';
import { mergeSettings } from './options.js';
import { defaultSettings } from './settings.js';

describe('rankerLexical', () => {
  it('is the default export, named and versioned as its package', () => {
    const manifest = createRequire(import.meta.url)('../package.json') as { name: string; version: string };
    expect(standard).toBe(rankerLexical);
    expect(rankerLexical()).toMatchObject({ name: manifest.name, version: manifest.version });
  });

  it('provides a ranker that follows its options', async () => {
    let make: (() => unknown) | undefined;
    const host = {
      provide: (token: unknown, factory: () => unknown) => {
        expect(token).toBe(RankerService);
        make = factory;
      },
    } as unknown as PluginHost;
    await rankerLexical({ synonyms: [['deal', 'opportunity']] }).apply(host);
    const ranker = make?.() as Ranker;
    const document = {
      id: 'mcp:crm:list_opportunities',
      name: 'list_opportunities',
      description: '',
      source: { kind: 'mcp', owner: 'crm' },
      trust: 'untrusted',
    } as const;
    const index = await ranker.index([document]);
    expect((await index.search({ text: 'deals', limit: 3 })).hits).toHaveLength(1);
  });

  it('merges settings field by field', () => {
    const settings = mergeSettings({ saturation: 2, fields: { name: { weight: 9 } } });
    expect(settings.saturation).toBe(2);
    expect(settings.fields.name).toEqual({ ...defaultSettings.fields.name, weight: 9 });
    expect(settings.fields.source).toEqual(defaultSettings.fields.source);
  });

  it('describes every setting in its options schema', () => {
    const schema = rankerLexical().optionsSchema as {
      properties: { settings: { properties: Record<string, { properties?: object }> } };
    };
    const { properties } = schema.properties.settings;
    expect(Object.keys(properties).sort()).toEqual(Object.keys(defaultSettings).sort());
    expect(Object.keys(properties['fields']?.properties ?? {}).sort()).toEqual(Object.keys(defaultSettings.fields).sort());
  });
});
