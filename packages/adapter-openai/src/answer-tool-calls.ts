import type { CallAnswer, ContentBlock, Run } from '@toolrack/contracts';

import type { ChatMessage, ChatPart, ChatToolCall } from './chat-types.js';

/** What came of the calls of one turn. */
export interface AnsweredCalls {
  /** One `tool` message for each call, in order, and a `user` message with the images that the tools gave. */
  readonly messages: readonly ChatMessage[];
  readonly answers: readonly CallAnswer[];
  /** Every called tool asked the loop to stop. */
  readonly terminate: boolean;
}

/** Carries out the calls of one assistant message. Never rejects: a failed call is an answer that the model reads. */
export async function answerToolCalls(
  run: Pick<Run, 'call'>,
  calls: readonly ChatToolCall[],
  options: { readonly signal?: AbortSignal } = {},
): Promise<AnsweredCalls> {
  const answers = await Promise.all(calls.map((call) => answerOne(run, call, options.signal)));
  const messages: ChatMessage[] = calls.map((call, index) => ({
    role: 'tool',
    tool_call_id: call.id,
    content: textOf((answers[index] as CallAnswer).content),
  }));
  // A tool message holds text alone, and nothing may stand between the tool messages of one turn.
  const images = answers.flatMap((answer, index) => imagesOf(answer.content, (calls[index] as ChatToolCall).id));
  if (images.length > 0) messages.push({ role: 'user', content: images });
  return { messages, answers, terminate: answers.length > 0 && answers.every((answer) => answer.terminate === true) };
}

async function answerOne(run: Pick<Run, 'call'>, call: ChatToolCall, signal: AbortSignal | undefined): Promise<CallAnswer> {
  const parsed = parseArguments(call.function.arguments);
  if ('fault' in parsed) {
    const text = `The arguments of this call are not valid JSON (${parsed.fault}). Nothing was called; send the call again.`;
    return { content: [{ type: 'text', text }], isError: true };
  }
  const { name } = call.function;
  return run.call({ name, arguments: parsed.value, callId: call.id, ...(signal === undefined ? {} : { signal }) });
}

function parseArguments(text: string): { readonly value: unknown } | { readonly fault: string } {
  if (typeof text !== 'string' || text.trim() === '') return { value: {} };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { fault: (error as Error).message };
  }
}

function textOf(content: readonly ContentBlock[]): string {
  const texts = content.map((block) => {
    switch (block.type) {
      case 'text':
        return block.text;
      case 'image':
        return '(an image, see below)';
      case 'audio':
        return '(audio that cannot be shown)';
      default:
        return JSON.stringify(block);
    }
  });
  return texts.join('\n');
}

function imagesOf(content: readonly ContentBlock[], callId: string): ChatPart[] {
  const urls = content.flatMap((block) => (block.type === 'image' ? [`data:${block.mimeType};base64,${block.data}`] : []));
  if (urls.length === 0) return [];
  const label: ChatPart = { type: 'text', text: `Images that the tool call ${callId} gave:` };
  return [label, ...urls.map((url): ChatPart => ({ type: 'image_url', image_url: { url } }))];
}
