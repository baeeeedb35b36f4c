import type { ToolProgress } from '@toolrack/contracts';
import { ProgressForwarder } from './progress.js';

function forwarder(): { sent: ToolProgress[]; progress: ProgressForwarder } {
  const sent: ToolProgress[] = [];
  return { sent, progress: new ProgressForwarder(async (step) => void sent.push(step)) };
}

describe('ProgressForwarder', () => {
  it('passes strictly increasing steps on and drops the rest', () => {
    const { sent, progress } = forwarder();
    for (const step of [0, 1, 1, 0.5, 2, Number.NaN]) progress.forward({ progress: step, total: 2, message: 'm' });
    expect(sent.map((step) => step.progress)).toEqual([0, 1, 2]);
    expect(sent[0]).toEqual({ progress: 0, total: 2, message: 'm' });
  });

  it('thins out a flood instead of buffering it', () => {
    const { sent, progress } = forwarder();
    for (let step = 0; step < 10_000; step += 1) progress.forward({ progress: step });
    expect(sent.length).toBeGreaterThanOrEqual(100);
    expect(sent.length).toBeLessThan(200);
  });

  it('is silent after the call has ended and survives a client that has gone', async () => {
    const progress = new ProgressForwarder(() => Promise.reject(new Error('gone')));
    progress.forward({ progress: 1 });
    const late = forwarder();
    late.progress.stop();
    late.progress.forward({ progress: 1 });
    expect(late.sent).toEqual([]);
  });
});
