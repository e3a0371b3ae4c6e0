import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorError } from '../../../common/app-error.js';
import { readCatalogFile } from './catalog-source.js';

describe('readCatalogFile', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'souk-catalog-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('says in one sentence what is wrong with bytes.json', async () => {
    const path = join(folder, 'bytes.json');
    await writeFile(path, Buffer.alloc(512_000_001, ' '));
    const failure = await readCatalogFile(path).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(OperatorError);
    const { message } = failure as OperatorError;
    expect(message).toContain(`${path} is larger than 512,000,000 bytes`);
    expect(message).not.toContain('\n');
  });
});
