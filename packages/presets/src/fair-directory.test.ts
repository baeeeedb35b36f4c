import { caseRun } from '../test/case-runtime.js';

const inputSchema = { type: 'object' } as const;
const description = 'Reads, writes, lists and removes records of the archive for one customer, with all of their notes and dates included.';
const tools = (server: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `${server}_tool_${index}`, description, server, inputSchema }));
const promptOf = async (given: Parameters<typeof caseRun>[1]) => {
  await using run = await caseRun('openclaw', given);
  return run.run.prompt;
};

describe('the directory of openclaw()', () => {
  it('fills its room with descriptions that are shortened row by row [openclaw:24.5]', async () => {
    const prompt = await promptOf(tools('aaa', 400));
    expect(prompt.match(/^- aaa_tool_\d+ \(aaa\)/gmu)).toHaveLength(400);
    expect(prompt.match(/: Reads, writes/gu)?.length).toBeGreaterThan(50);
    expect(prompt.length).toBeGreaterThan(17_500);
    expect(prompt.length).toBeLessThanOrEqual(18_000);
  });

  it('drops names fairly across owners, not the end of the alphabet [openclaw:24.6]', async () => {
    const prompt = await promptOf([...tools('aaa', 1_200), ...tools('zzz', 10)]);
    expect(prompt.match(/^- zzz_tool_\d \(zzz\)$/gmu)).toHaveLength(10);
    expect(prompt).not.toContain('aaa_tool_999 ');
    expect(prompt.length).toBeLessThanOrEqual(18_000);
  });
});
