import { testApproval } from '@toolrack/testkit';
import { PassThrough } from 'node:stream';
import { approvalTerminal } from './index.js';

testApproval({
  name: 'approvalTerminal',
  create: () => {
    const input = Object.assign(new PassThrough(), { isTTY: true });
    const output = Object.assign(new PassThrough(), { isTTY: true });
    let shown = '';
    let answered = 0;
    output.on('data', (chunk: Buffer) => (shown += chunk.toString()));
    const prompts = (): number => shown.split('default: deny] ').length - 1;
    return {
      plugin: approvalTerminal({ input, output }),
      answer: async (decision) => {
        while (prompts() <= answered) await new Promise((next) => setTimeout(next, 5));
        answered = prompts();
        input.write(decision === 'allow' ? 'y\n' : 'n\n');
      },
      dispose: () => void input.destroy(),
    };
  },
});
