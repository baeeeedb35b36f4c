import { approvalQuestion, type ApprovalRequest, type JsonObject } from '@toolrack/contracts';

/** What a person may choose, with the words that they see. */
export const choices = Object.freeze({
  deny: 'Deny',
  allow: 'Allow once',
  'allow-call': 'Allow, and do not ask again for these arguments',
  'allow-tool': 'Allow, and do not ask again for this tool',
});

/** One of the values a person may choose. */
export type Choice = keyof typeof choices;

/** Every line of foreign text begins with a bar, so that it cannot pass for a line of Toolrack's own. */
const quote = (text: string): string => text.replaceAll(/^/gmu, '| ');

/** The choices of a question; those that are remembered only where somebody remembers. */
export function choicesOffered(canRemember: boolean): readonly Choice[] {
  return (Object.keys(choices) as Choice[]).filter((choice) => canRemember || choice === 'deny' || choice === 'allow');
}

/**
 * The parameters of `elicitation/create` in form mode: the question, and one field with the choices. Titles stand in `oneOf` with `const`,
 * as the specification of 2025-11-25 has it for single choices.
 */
export function elicitationRequest(request: ApprovalRequest, canRemember: boolean): JsonObject {
  const question = approvalQuestion(request);
  const lines = [
    'Toolrack: a tool call needs your approval.',
    'Tool:',
    quote(question.toolId),
    'Source:',
    quote(question.source),
    'Why you are asked:',
    ...question.reasons.map(quote),
    question.isWhole ? 'Arguments:' : 'Arguments (longer than what is shown):',
    quote(question.arguments),
    `Digest of the arguments: ${question.digest}`,
  ];
  return {
    mode: 'form',
    message: lines.join('\n'),
    requestedSchema: {
      type: 'object',
      properties: {
        decision: {
          type: 'string',
          title: 'Decision',
          description: 'Whether this call may run.',
          oneOf: choicesOffered(canRemember).map((choice) => ({ const: choice, title: choices[choice] })),
          default: 'deny',
        },
      },
      required: ['decision'],
    },
  };
}
