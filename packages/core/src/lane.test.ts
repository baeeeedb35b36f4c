import fc from 'fast-check';
import { Lane } from './index.js';

describe('Lane', () => {
  it('never runs anything beside an exclusive call and never lets one overtake, for any arrivals', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ exclusive: fc.boolean(), turns: fc.nat(4), isCancelled: fc.boolean() }), { maxLength: 12 }),
        async (arrivals) => {
          const lane = new Lane();
          const started: number[] = [];
          let running: number[] = [];
          await Promise.all(
            arrivals.map(async ({ exclusive, turns, isCancelled }, position) => {
              const controller = new AbortController();
              const entering = lane.enter(exclusive, controller.signal);
              if (isCancelled) controller.abort(new Error('cancelled'));
              const release = await entering.catch(() => undefined);
              if (release === undefined) return;
              started.push(position);
              running.push(position);
              expect(running.length === 1 || running.every((each) => !arrivals[each]?.exclusive)).toBe(true);
              for (let turn = 0; turn < turns; turn++) await Promise.resolve();
              running = running.filter((each) => each !== position);
              release();
              release();
            }),
          );
          expect(started).toEqual([...started].sort((left, right) => left - right));
          expect(lane.idle).toBe(true);
        },
      ),
    );
  });
});
