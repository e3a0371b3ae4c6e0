import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives each case of the suite an empty folder, which is removed after it. @returns the path of the present one */
export function temporaryFolder(name: string): () => string {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), `souk-${name}-`));
  });
  afterEach(() => rm(folder, { recursive: true }));
  return () => folder;
}
