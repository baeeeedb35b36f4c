import { approval, definePlugin } from '@toolrack/contracts';

/** An approval channel that answers from a list, where a person would answer in a terminal, a chat or a web page. */
export const scriptedApproval = definePlugin({
  name: '@example/scripted-approval',
  version: '1.0.0',
  api: '^1',
  optionsSchema: { type: 'object', properties: { answers: { type: 'array' } }, required: ['answers'] },
  apply(host, { answers }) {
    host.hooks.approve.tap(async (request) => {
      const answer = answers.shift();
      console.log(`  asked:  ${request.tool.id} ${JSON.stringify(request.arguments)} because ${request.reasons.join('; ')}`);
      // No answer is no approval: `undefined` leaves the question to another channel, and without one the call is refused.
      if (answer === undefined) return undefined;
      console.log(`  answer: ${answer.decision}${answer.arguments === undefined ? '' : ` with ${JSON.stringify(answer.arguments)}`}`);
      return approval(answer.decision, { by: 'script', ...(answer.arguments === undefined ? {} : { arguments: answer.arguments }) });
    });
  },
});
export default scriptedApproval;
