import { readFile } from 'node:fs/promises';
import { isJsonObject, reasonOf, ToolrackError, type JsonObject } from '@toolrack/contracts';

/** An object of a JSON Lines file, with its place for messages: `file:line`. */
export interface JsonLine {
  readonly place: string;
  readonly value: JsonObject;
}

/** Reads a text file. Rejects with `ERR_CONFIG_FILE`, which names the file. */
export async function readText(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).replace(/^\uFEFF/u, '');
  } catch (error) {
    throw new ToolrackError('ERR_CONFIG_FILE', `${file}: cannot be read: ${reasonOf(error)}. Correct the path.`, { cause: error });
  }
}

/** The objects of a JSON Lines text; empty lines are skipped. Throws `ERR_CONFIG_FILE` at the first line that is no JSON object. */
export function parseJsonLines(text: string, file: string): readonly JsonLine[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const place = `${file}:${index + 1}`;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch (error) {
      throw new ToolrackError('ERR_CONFIG_FILE', `${place}: not valid JSON: ${reasonOf(error)}. Each line is one JSON object.`);
    }
    if (!isJsonObject(value)) throw wrong(place, 'must be a JSON object');
    return [{ place, value: value }];
  });
}

/** A mistake in a line of a file. */
export function wrong(place: string, problem: string): ToolrackError {
  return new ToolrackError('ERR_CONFIG_FILE', `${place}: ${problem}.`);
}
