import type { CallAnswer, ContentBlock } from '@toolrack/contracts';
import { answerError, toWireResult } from './wire-result.js';

const text: ContentBlock = { type: 'text', text: 'hello' };

describe('toWireResult', () => {
  it('keeps every kind of content block', () => {
    const content: ContentBlock[] = [
      text,
      { type: 'text', text: 'annotated', annotations: { audience: ['user'], priority: 0.5 } },
      { type: 'image', data: 'aGk=', mimeType: 'image/png' },
      { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'file:///a', name: 'a' },
      { type: 'resource', resource: { uri: 'file:///a', text: 'content' } },
    ];
    expect(toWireResult({ content, isError: false }, false)).toEqual({ content });
  });

  it('replaces a malformed block and keeps the others', () => {
    const broken = [{ type: 'image', data: 'aGk=' }, { type: 'text' }, { type: 'video', data: '' }, null] as unknown as ContentBlock[];
    const { content } = toWireResult({ content: [text, ...broken], isError: false }, false);
    expect(content[0]).toEqual(text);
    expect(content.slice(1).map((block) => block.type)).toEqual(['text', 'text', 'text', 'text']);
    expect(content[1]).toMatchObject({ text: expect.stringContaining('malformed content block of type "image"') });
  });

  it('does not say a control answer twice: no structured content without an output schema [issue2:tokens]', () => {
    const answer: CallAnswer = { content: [text], details: { hits: [1, 2, 3] }, isError: false };
    expect(toWireResult(answer, false)).toEqual({ content: [text] });
    expect(toWireResult(answer, true)).toEqual({ content: [text], structuredContent: { hits: [1, 2, 3] } });
  });

  it('marks a failed call and never gives it structured content', () => {
    const answer: CallAnswer = { content: [text], details: { error: { code: 'ERR_CALL_FAILED' } }, isError: true };
    expect(toWireResult(answer, true)).toEqual({ content: [text], isError: true });
    expect(answerError(answer)).toEqual({ code: 'ERR_CALL_FAILED' });
    expect(answerError({ ...answer, isError: false })).toBeUndefined();
  });
});
