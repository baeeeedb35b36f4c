import type { ContentBlock } from '@toolrack/contracts';

/** Content for people: text as it is, everything else by its kind and size. */
export function contentText(content: readonly ContentBlock[]): string {
  const parts = content.map((block) => {
    switch (block.type) {
      case 'text':
        return block.text;
      case 'image':
      case 'audio':
        return `[${block.type}, ${block.mimeType}, ${Math.floor((block.data.length * 3) / 4)} bytes]`;
      case 'resource_link':
        return `[link to ${block.name}: ${block.uri}]`;
      case 'resource': {
        const { text, uri } = block.resource;
        return typeof text === 'string' ? text : `[resource ${typeof uri === 'string' ? uri : 'without an address'}]`;
      }
      default:
        return `[${String((block as { type?: unknown }).type)}]`;
    }
  });
  return parts.length === 0 ? '' : `${parts.join('\n').replace(/\n$/u, '')}\n`;
}
