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
    if (typeof data === 'string' && typeof mimeType === 'string') return { ...block, type, data, mimeType };
    const inline = inlineSource(source);
    if (inline !== undefined) return { type, ...inline };
  }
  if (type === 'resource_link' && typeof uri === 'string') {
    return { ...block, type, uri, name: typeof name === 'string' ? name : uri };
  }
  if (type === 'resource' && isJsonObject(resource)) return { ...block, type, resource };
  return { type: 'text', text: displayText(block) };
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
  const { content } = normalizeToolResult(partial);
  const block = content.find((candidate) => candidate.type === 'text');
  return block?.type === 'text' ? block.text : undefined;
}
