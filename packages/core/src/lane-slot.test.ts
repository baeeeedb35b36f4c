import { LaneSlot } from './lane-slot.js';

function slotOf(limitMs: number) {
  const told: string[] = [];
  const slot = new LaneSlot(
    () => void told.push('free'),
    limitMs,
    () => void told.push('abandoned'),
  );
  return { slot, told };
}
const turn = (milliseconds = 0): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('a slot of a lane', () => {
  it('is free when its call has settled, at once and once', () => {
    const { slot, told } = slotOf(10);
    slot.close();
    slot.giveUp();
    expect(told).toEqual(['free']);
  });

  it('is held until the work that the call left behind has settled, however it settles [openclaw:21.3]', async () => {
    const { slot, told } = slotOf(0);
    let fail: (error: Error) => void = () => undefined;
    slot.hold(Promise.resolve());
    slot.hold(new Promise<void>((_resolve, reject) => (fail = reject)));
    slot.close();
    await turn();
    expect(told).toEqual([]);
    fail(new Error('late'));
    await turn();
    expect(told).toEqual(['free']);
  });

  it('is given up after its limit, which counts from when nobody waits any more, and not freed again', async () => {
    const { slot, told } = slotOf(30);
    let end: () => void = () => undefined;
    slot.hold(new Promise<void>((resolve) => (end = resolve)));
    await turn(60);
    expect(told).toEqual([]);
    slot.giveUp();
    slot.close();
    await turn(60);
    expect(told).toEqual(['abandoned', 'free']);
    end();
    await turn();
    expect(told).toEqual(['abandoned', 'free']);
  });
});
