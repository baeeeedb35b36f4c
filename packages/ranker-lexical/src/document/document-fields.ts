import { collectSchemaTexts, type RankDocument } from '@toolrack/contracts';
import type { FieldName } from '../settings.js';
import { collectSchemaValues } from './schema-values.js';
import { firstSentenceLength } from './sentence.js';

/** Longest text of one field that is read, in characters. */
const longestText = 20_000;

/** Fields that anybody may fill with what they like; parameters are only read of trusted tools, where a word that many of them have says something. */
export const isProse = (field: FieldName): boolean => !field.startsWith('parameter');

/** Calls `take` with each piece of text of a document that is indexed, in a fixed order. */
export function forEachFieldText(document: RankDocument, take: (field: FieldName, text: string) => void): void {
  const visit = (field: FieldName, text: string): void => take(field, text.length > longestText ? text.slice(0, longestText) : text);
  visit('name', document.name);
  const { owner, label } = document.source;
  visit('source', label === undefined || label === owner ? owner : `${owner} ${label}`);
  if (document.title !== undefined && document.title !== document.name) visit('title', document.title);
  const description = document.description.length > longestText ? document.description.slice(0, longestText) : document.description;
  const cut = firstSentenceLength(description);
  visit('summary', description.slice(0, cut));
  if (cut < description.length) visit('description', description.slice(cut));
  if (document.trust !== 'trusted' || document.inputSchema === undefined) return;
  for (const { name, description: text } of collectSchemaTexts(document.inputSchema)) {
    if (name !== '') visit('parameterNames', name);
    if (text !== '') visit('parameterDescriptions', text);
  }
  for (const value of collectSchemaValues(document.inputSchema)) visit('parameterValues', value);
}
