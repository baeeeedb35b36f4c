// A dozen tools in the shape that @toolrack/source-openclaw reads. What they do does not matter here.
const tool = (name, description, parameters = {}) => ({
  name,
  description,
  parameters: { type: 'object', properties: parameters },
  execute: async () => ({ content: [{ type: 'text', text: `${name} ran` }] }),
});
const text = (description) => ({ type: 'string', description });

export const tools = [
  tool('create_event', 'Creates an event in the calendar.', { attendees: text('e-mail addresses of the guests') }),
  tool('list_events', 'Lists the events of a day or a week.'),
  tool('send_message', 'Sends a message to a person or a channel.', { recipient: text('person or channel') }),
  tool('search_messages', 'Searches messages by words, sender and date.'),
  tool('read_file', 'Reads a text file.', { path: text('path of the file') }),
  tool('write_file', 'Writes text to a file.', { path: text('path of the file') }),
  tool('create_invoice', 'Creates an invoice for a customer.', { customer: text('number of the customer') }),
  tool('list_invoices', 'Lists invoices that are not paid yet.'),
  tool('refund_payment', 'Pays an amount back to a customer.'),
  tool('create_issue', 'Opens an issue in a repository.', { repository: text('name of the repository') }),
  tool('merge_branch', 'Merges one branch into another.'),
  tool('get_weather', 'Tells the weather of a city.'),
];
