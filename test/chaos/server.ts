import { fileURLToPath } from 'node:url';
import { ServerProcess } from '../support/server-process.js';
import type { TestDatabase } from '../support/test-database.js';
import { CHAOS_SETTINGS } from './shop/chaos-shop.js';

const FOLDER = fileURLToPath(new URL('../..', import.meta.url));

/** Settings of a server on this database: its own role, and the owner's for the schema. */
export function addressOf({ url, directUrl }: Pick<TestDatabase, 'url' | 'directUrl'>): {
  DATABASE_URL: string;
  DATABASE_DIRECT_URL: string;
} {
  return { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl };
}

/**
 * Starts the built server, as a user would. What its log says at level error is printed, to explain a fault.
 * @param settings environment variables beside those of every scenario.
 * @param preloaded a module that Node imports first.
 * @param folder of a built version; this checkout when left out.
 */
export function startServer(
  settings: Record<string, string>,
  preloaded?: string,
  folder = FOLDER,
): Promise<ServerProcess> {
  const args = preloaded === undefined ? [] : ['--no-warnings', '--import', preloaded];
  return ServerProcess.start(
    { ...CHAOS_SETTINGS, ...settings },
    { folder, args: [...args, 'dist/main.js'] },
    (line) => {
      console.log(`server: ${line}`);
    },
  );
}
