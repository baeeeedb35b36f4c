import { Action, actionOf } from '../lexicon/actions.js';

/** What stands before a verb that asks for something; `open` in `list open issues` is none. */
const lead = /(?:^|[.!?;:,\n]|\b(?:to|please|and|then|can|could|would|you|i|me|must|should|let's|we))\s*$/i;
const longestLead = 12;
const question = /^\s*(?:what|which|who|where|when|how many|how much|is there|are there|do we|does)\b/i;
const newOne = /^\s+(?:a|an|new|another)\b/i;
const longestArticle = 10;

/** The action of a word as the verb of a query; 0 when it is none, or no verb where it stands. To open a thing that is not there yet is to make it. */
export function actionAt(text: string, term: string, surface: string, at: number, end: number): number {
  const action = surface !== 'open' ? actionOf(term) : newOne.test(text.slice(end, end + longestArticle)) ? Action.make : 0;
  return action !== 0 && lead.test(text.slice(Math.max(0, at - longestLead), at)) ? action : 0;
}

/** Actions that the verbs among the words of a query ask for. */
export const actionsOf = (units: readonly { readonly word: { readonly action: number } }[]): number =>
  units.reduce((all, { word }) => all | word.action, 0);

/** As `actionsOf`, for a whole query: a question asks to look. */
export const askedActions = (text: string, units: readonly { readonly word: { readonly action: number } }[]): number =>
  actionsOf(units) | (question.test(text) ? Action.look : 0);
