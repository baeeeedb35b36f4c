import { isJsonObject, textContent, type ContentBlock, type ToolResult } from '@toolrack/contracts';

import { displayText } from './json-safe.js';

const resultKeys = ['content', 'details', 'isError', 'terminate'] as const;

/**
 * Takes what an OpenClaw tool answered as a result. A result object is kept with its `details` untouched; a text
 * becomes a text block; any other value is shown as JSON and kept as `details`. Never throws for JSON-like values.
 */
export function normalizeToolResult(value: unknown): ToolResult {
  if (value === undefined || value === null) return { content: [] };
  if (typeof value === 'string') return { content: textContent(value) };
  if (!isJsonObject(value) || !resultKeys.some((key) => value[key] !== undefined)) {
    return { content: jsonContent(value), details: value };
  }
  const { content, details } = value as { content?: unknown; details?: unknown };
  return {
    content: content === undefined || content === null ? contentOfDetails(details) : normalizeContent(content),
    ...(details === undefined ? {} : { details }),
    ...(value['isError'] === true ? { isError: true } : {}),
    ...(value['terminate'] === true ? { terminate: true } : {}),
  };
}

function contentOfDetails(details: unknown): readonly ContentBlock[] {
  if (details === undefined) return [];
  return typeof details === 'string' ? textContent(details) : jsonContent(details);
}

function normalizeContent(content: unknown): readonly ContentBlock[] {
  if (!Array.isArray(content)) return [normalizeBlock(content)];
  return content.filter((block) => block !== undefined && block !== null).map((block) => normalizeBlock(block));
}

/** Keeps every block that has MCP's shape; writes any other one out as text, so that nothing is lost silently. */
function normalizeBlock(block: unknown): ContentBlock {
  if (typeof block === 'string') return { type: 'text', text: block };
  if (!isJsonObject(block)) return { type: 'text', text: displayText(block) };
  const { type, text, data, mimeType, source, uri, name, resource } = block;
  if (type === 'text') return { ...block, type, text: typeof text === 'string' ? text : displayText(text) };
  if (type === 'image' || type === 'audio') {
    if (typeof data === 'string' && typeof mimeType === 'string') return mediaBlock({ ...block, type, data, mimeType });
    const inline = inlineSource(source);
    if (inline !== undefined) return mediaBlock({ type, ...inline });
  }
  if (type === 'resource_link' && typeof uri === 'string') {
    return { ...block, type, uri, name: typeof name === 'string' ? name : uri };
  }
  if (type === 'resource' && isJsonObject(resource)) return { ...block, type, resource };
  return { type: 'text', text: displayText(block) };
}

type MediaBlock = Extract<ContentBlock, { type: 'image' | 'audio' }>;

/** The block as a model's provider takes it; a note in its place when its data is no base64 or its type is another one, which would fail a whole request. */
function mediaBlock(block: MediaBlock): ContentBlock {
  const { type, mimeType } = block;
  const data = withoutPadding(block.data.replace(/\s+/g, ''));
  const fault = !new RegExp(`^${type}/[\\w.+-]{1,100}(?:;|$)`, 'i').test(mimeType)
    ? `its media type is no ${type} type`
    : data === '' || data.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(data)
      ? 'its data is not base64'
      : undefined;
  if (fault !== undefined)
    return { type: 'text', text: `[Toolrack: ${type === 'image' ? 'an image' : 'a sound'} of this result is left out: ${fault}.]` };
  return { ...block, data: data.padEnd(Math.ceil(data.length / 4) * 4, '=') };
}

function withoutPadding(base64: string): string {
  let end = base64.length;
  while (base64[end - 1] === '=') end -= 1;
  return base64.slice(0, end);
}

/** The image form of Anthropic's API, which some tools use. */
function inlineSource(source: unknown): { data: string; mimeType: string } | undefined {
  if (!isJsonObject(source)) return undefined;
  const { data, media_type: mimeType } = source;
  return typeof data === 'string' && typeof mimeType === 'string' ? { data, mimeType } : undefined;
}

function jsonContent(value: unknown): readonly ContentBlock[] {
  return textContent(displayText(value));
}

/** The text of the first text block of a partial result, for progress. */
export function firstText(partial: unknown): string | undefined {
  if (!isJsonObject(partial)) return typeof partial === 'string' ? partial : undefined;
  const progress: unknown = partial['progress'];
  if (isJsonObject(progress) && typeof progress['text'] === 'string') return progress['text'];
  const given: unknown = partial['content'];
  const texts = Array.isArray(given) ? (given as unknown[]).filter((block) => !isJsonObject(block) || block['type'] === 'text') : given;
  const { content } = normalizeToolResult({ ...partial, content: texts });
  const block = content.find((candidate) => candidate.type === 'text');
  return block?.type === 'text' ? block.text : undefined;
}
