import { fileURLToPath } from 'node:url';
import { ServerProcess } from '../support/server-process.js';
import { CHAOS_SETTINGS } from './chaos-shop.js';

const FOLDER = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Starts the built server, as a user would.
 * @param settings environment variables beside those of every scenario.
 * @param preloaded a module that Node imports first.
 */
export function startServer(
  settings: Record<string, string>,
  preloaded?: string,
): Promise<ServerProcess> {
  const args = preloaded === undefined ? [] : ['--no-warnings', '--import', preloaded];
  return ServerProcess.start(
    { ...CHAOS_SETTINGS, ...settings },
    { folder: FOLDER, args: [...args, 'dist/main.js'] },
  );
}
