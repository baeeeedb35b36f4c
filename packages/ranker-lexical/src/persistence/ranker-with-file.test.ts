import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RankerService, type RankDocument, type RankIndex } from '@toolrack/contracts';
import { createTestHost, recordingLogger } from '@toolrack/testkit';
import { answers, documents, index, now, ranker, saved } from '../../test/saved-documents.js';
import { rankerLexical } from '../ranker-lexical.js';
import { rankerWithFile } from './ranker-with-file.js';

describe('the option indexFile', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolrack-index-'));
    file = join(folder, 'tools.index');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const ask = async (given: readonly RankDocument[]): Promise<{ readonly warnings: readonly string[]; readonly index: RankIndex }> => {
    const logger = recordingLogger();
    const withFile = rankerWithFile(ranker, file, logger);
    await withFile.index([]);
    const made = await withFile.index(given);
    await withFile.index(given);
    return { warnings: logger.lines.map(({ message }) => message), index: made };
  };

  it('loads the file for the tools that it was saved for, without a word', async () => {
    writeFileSync(file, saved);
    const { warnings, index: loaded } = await ask([...now].reverse());
    expect(warnings).toEqual([]);
    expect(answers(loaded)).toEqual(answers(index));
  });

  it.each([
    ['there is no file', undefined, now, 'does not exist'],
    ['the file is broken', saved.subarray(0, 2000), now, 'it is damaged'],
    ['the file is empty', new Uint8Array(0), now, 'too short'],
    ['the tools are others', saved, documents, 'another catalog'],
  ] as const)('builds the index, and says why once, when %s', async (_, bytes, given, reason) => {
    if (bytes !== undefined) writeFileSync(file, bytes);
    const { warnings, index: built } = await ask(given);
    expect(warnings).toEqual([expect.stringMatching(new RegExp(`^ERR_INDEX_FILE: .*tools\\.index: .*${reason}`, 'u'))]);
    expect(answers(built)).toEqual(answers(ranker.index(given)));
  });

  it('belongs to the plugin, from its base directory, but not to the recipe hermes', async () => {
    writeFileSync(file, saved);
    const host = await createTestHost(rankerLexical({ indexFile: 'tools.index', baseDirectory: folder }));
    expect(answers(await host.service(RankerService).index(now))).toEqual(answers(index));
    await expect(createTestHost(rankerLexical({ recipe: 'hermes', indexFile: 'tools.index' }))).rejects.toThrow('cannot be saved');
  });
});
