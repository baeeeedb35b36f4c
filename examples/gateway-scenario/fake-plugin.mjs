// A plugin in OpenClaw's shape with 500 tools, as a large product would bring them, and one tool that is always shown.
import { createHash } from 'node:crypto';

const verbs = ['create', 'list', 'read', 'update', 'archive', 'export', 'approve', 'compare', 'schedule', 'merge'];
const nouns = [
  'invoice', 'customer', 'shipment', 'warehouse', 'contract', 'ticket', 'campaign', 'payroll', 'vehicle', 'sensor',
  'recipe', 'lesson', 'patient', 'flight', 'booking', 'parcel', 'tenant', 'meter', 'turbine', 'orchard',
  'playlist', 'manuscript', 'exhibit', 'donation', 'election', 'permit', 'survey', 'auction', 'voucher', 'membership',
  'greenhouse', 'aquarium', 'telescope', 'satellite', 'glacier', 'volcano', 'harbor', 'bridge', 'tunnel', 'elevator',
  'violin', 'theater', 'stadium', 'referee', 'league', 'coupon', 'refund', 'subsidy', 'patent', 'trademark',
]; // prettier-ignore

/** What only the code of a tool knows: proof that it really ran. */
export function receipt(tool, reference) {
  return createHash('sha256').update(`${process.env.SCENARIO_SECRET}/${tool}/${reference}`).digest('hex').slice(0, 16);
}

const parameters = (verb, noun) => ({
  type: 'object',
  additionalProperties: false,
  required: ['reference'],
  properties: {
    reference: { type: 'string', description: `Reference of the ${noun} in the ledger, for example ${noun.slice(0, 2).toUpperCase()}-7` },
    note: { type: 'string', description: `Remark to keep with the ${noun} when the wish is to ${verb} it` },
    priority: { type: 'string', enum: ['low', 'normal', 'high'], description: 'How soon it is to be done' },
    notify: { type: 'array', items: { type: 'string' }, description: 'Addresses of people who are told about the outcome' },
  },
});

const catalogTools = nouns.flatMap((noun) =>
  verbs.map((verb) => ({
    name: `fake_${verb}_${noun}`,
    label: `${verb} ${noun}`,
    description: `${verb[0].toUpperCase()}${verb.slice(1)} a ${noun} of the back office by its reference and answer with a receipt.`,
    parameters: parameters(verb, noun),
    execute: async (_toolCallId, { reference }) => {
      const details = { done: true, reference, receipt: receipt(`fake_${verb}_${noun}`, reference) };
      return { content: [{ type: 'text', text: JSON.stringify(details) }], details };
    },
  })),
);

const alwaysShown = {
  name: 'fake_show_screen',
  description: 'Show a page on the screen of the user.',
  catalogMode: 'direct-only',
  parameters: { type: 'object', properties: { page: { type: 'string' } }, required: ['page'] },
  execute: async (_toolCallId, { page }) => ({ content: [{ type: 'text', text: `showing ${page}` }] }),
};

export const tools = [...catalogTools, alwaysShown];
