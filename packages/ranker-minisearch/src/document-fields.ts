import { collectSchemaTexts, type RankDocument } from '@toolrack/contracts';

/** What MiniSearch indexes of a tool. */
export interface DocumentFields {
  /** Position of the document. */
  readonly id: number;
  readonly name: string;
  readonly owner: string;
  readonly title: string;
  readonly description: string;
  readonly parameters: string;
}

/** How much a match in a field counts. */
export const fieldBoosts = Object.freeze({ name: 2.5, owner: 1.5, title: 1.5, description: 1, parameters: 0.3 });

/** The texts of a document by field. The schema of an untrusted document is never touched. */
export function documentFields(document: RankDocument, id: number): DocumentFields {
  const { name, source, title = '', description } = document;
  const schema = document.trust === 'trusted' ? collectSchemaTexts(document.inputSchema) : [];
  const parameters = schema.map((text) => `${text.name} ${text.description}`).join(' ');
  return { id, name, owner: `${source.owner} ${source.label ?? ''}`, title, description, parameters };
}
