import { intentStems, intentWeight, singularOf } from './intents.js';
import { planQuery } from './query-plan.js';

describe('intents', () => {
  it.each([
    ['look', ['search', 'web', 'find']],
    ['research', ['search', 'web', 'find']],
    ['price', ['search', 'web']],
    ['weather', ['search', 'web']],
    ['news', ['search', 'web']],
    ['url', ['fetch', 'web', 'brow']],
    ['links', ['fetch', 'web', 'brow']],
    ['remember', ['memory', 'recall', 'history']],
    ['tomorrow', ['schedul', 'automat', 'cron', 'remind']],
    ['recurring', ['schedul', 'automat', 'cron', 'remind']],
    ['reply', ['messag', 'send']],
    ['picture', ['imag']],
    ['voice', ['audio', 'speech']],
    ['shell', ['exec', 'process']],
    ['directories', ['fil', 'list']],
    ['folder', ['fil', 'list']],
  ])('adds the capabilities that %s hints at [openclaw:7.2]', (word, stems) => {
    expect(intentStems([word])).toEqual(stems);
  });
  it('singularises lightly: directories fires, urls does not, news is never new [openclaw:7.3]', () => {
    expect([singularOf('directories'), singularOf('links'), singularOf('urls'), singularOf('news'), singularOf('class')]).toEqual([
      'directory',
      'link',
      'urls',
      'news',
      'class',
    ]);
    expect(intentStems(['urls'])).toEqual([]);
    expect(planQuery('open a new issue').expanded).toEqual([]);
  });
  it('weighs 0.35 and never takes the place of a literal word [openclaw:7.2]', () => {
    expect(intentWeight).toBe(0.35);
    const plan = planQuery('look up the price on the web');
    expect(plan.literal).toEqual(['look', 'pric', 'web']);
    expect(plan.expanded).toEqual(['search', 'find']);
  });
  it('counts repeated words once [openclaw:7.1]', () => {
    expect(planQuery('file files FILE filing').literal).toEqual(['fil']);
  });
  it('has no terms without usable words [openclaw:7.4] [openclaw:case-52]', () => {
    expect(planQuery('the and with').literal).toEqual([]);
    expect(planQuery('?!').literal).toEqual([]);
  });
});
