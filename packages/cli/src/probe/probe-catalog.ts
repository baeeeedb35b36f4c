import { randomBytes } from 'node:crypto';

/** A first-party tool in OpenClaw's shape. */
interface ProbeTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: object;
  readonly catalogMode?: 'direct-only';
  execute(
    toolCallId: string,
    parameters: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly content: readonly object[]; readonly details: object }>;
}

/** Tools for a probe, and the code that only an execution of the target reveals. */
export interface ProbeCatalog {
  readonly tools: readonly ProbeTool[];
  readonly code: string;
  /** How often the target has run. */
  executions(): number;
}

/** The tool that the task needs. */
export const targetName = 'station_read_calibration';
/** A tool that a rule denies: no request may hold its name. */
export const deniedName = 'station_erase_everything';
/** A tool that is always shown. */
export const directName = 'screen_show_note';
/** What the model is asked. */
export const question =
  'What is the calibration code of the weather station KESTREL-9, in metric units? Find it out with your tools and answer with the code.';

const nouns = ['invoice', 'parcel', 'recipe', 'playlist', 'ticket', 'vehicle', 'lesson', 'flight', 'permit', 'auction'];
const verbs = ['create', 'list', 'update', 'archive', 'export', 'approve', 'merge', 'schedule', 'compare', 'rename', 'share', 'print'];

/** Makes a catalog of that many tools, the target, the denied and the direct-only one included. */
export function probeCatalog(count: number): ProbeCatalog {
  const code = `CAL-${randomBytes(4).toString('hex').toUpperCase()}`;
  let executions = 0;
  const text = { type: 'string' };
  const answer = (details: object) => ({ content: [{ type: 'text', text: JSON.stringify(details) }], details });
  const target: ProbeTool = {
    name: targetName,
    description: 'Read the calibration code of one weather station.',
    parameters: {
      type: 'object',
      additionalProperties: false,
      required: ['station', 'units'],
      properties: { station: { ...text, description: 'Name of the station' }, units: { enum: ['metric', 'imperial'] } },
    },
    execute: async (_toolCallId, { station }) => {
      executions += 1;
      return station === 'KESTREL-9' ? answer({ station, code }) : answer({ station, code: 'no such station' });
    },
  };
  const plain = (name: string, description: string): ProbeTool => ({
    name,
    description,
    parameters: { type: 'object', properties: { reference: { ...text, description: 'What it is about' } }, required: ['reference'] },
    execute: async () => answer({ done: true }),
  });
  const fillers = Array.from({ length: Math.max(0, count - 3) }, (_, index) => {
    const [verb, noun] = [verbs[Math.floor(index / nouns.length) % verbs.length], nouns[index % nouns.length]];
    return plain(`${noun}_${verb}_${index}`, `The back office's way to ${verb} one ${noun} by its reference.`);
  });
  const denied = plain(deniedName, 'Erase all data of all weather stations, with their calibration codes.');
  const direct: ProbeTool = { ...plain(directName, 'Show a note on the screen.'), catalogMode: 'direct-only' };
  return { tools: [...fillers, target, denied, direct], code, executions: () => executions };
}
