import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  dataArgument,
  findBinaries,
  openDataFolder,
  programPath,
  run,
  startEmbeddedPostgres,
} from '../../src/database/embedded/index.js';
import { makeDataFolder } from './memory-folder.js';

/** A PostgreSQL server for one test, with its own roles. */
export interface SuperuserServer {
  /** As a superuser, to whom the database `souk` belongs: what the image of PostgreSQL makes for POSTGRES_USER=souk. */
  readonly url: URL;
  /** Where PostgreSQL keeps its files. */
  readonly dataFolder: string;
  close(): Promise<void>;
}

export async function startSuperuserServer(): Promise<SuperuserServer> {
  const parent = await makeDataFolder('souk-superuser-');
  const dataDir = join(parent, '.souk');
  await (await startEmbeddedPostgres({ dataDir })).stop();
  const cluster = await asSuperuser(dataDir, 'ALTER ROLE souk SUPERUSER');
  const server = await startEmbeddedPostgres({ dataDir });
  return {
    url: new URL(server.directUrl),
    dataFolder: cluster,
    close: async () => {
      await server.stop();
      await rm(parent, { recursive: true });
    },
  };
}

/**
 * Runs a statement as the superuser in the database that new ones are a copy of, while the server is stopped.
 * @returns where PostgreSQL keeps its files
 */
export async function asSuperuser(dataDir: string, sql: string): Promise<string> {
  const folder = await openDataFolder(dataDir);
  const binaries = await findBinaries(folder, undefined, () => undefined);
  const place = dataArgument(binaries.runner, folder.cluster);
  const words = [programPath(binaries, 'postgres'), '--single', '-D', place, 'template1'] as const;
  const input = `${sql}\n`;
  const { code, stderr } = await run(binaries.runner, words, { dataFolder: folder.cluster, input });
  if (code !== 0) throw new Error(stderr);
  return folder.cluster;
}
