import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { presentVersion, versionOf, type BuiltVersion } from '../../../bench/git-version.js';
import { addressOf } from '../../chaos/server.js';
import { CHAOS_SETTINGS } from '../../chaos/shop/chaos-shop.js';
import { databaseUrl } from '../../support/server-connection.js';
import { ServerProcess } from '../../support/server-process.js';
import { createTestDatabase } from '../../support/test-database.js';
import type { Drill } from '../scenario.js';

/** As long as a busy machine may take for all migrations. */
const PATIENCE_MS = 300_000;
const DONE_TWICE =
  'SELECT name FROM schema_migrations GROUP BY name HAVING count(*) > 1 ORDER BY name';

type Settings = Record<string, string>;

/** Servers that start for the first time, and as many `souk migrate`, at once on one empty database. */
export const firstStarts: Drill = {
  title: 'several first starts and migrations at once on an empty database',
  run: async (_, { starts, startRounds, before }, say) => {
    const versions = [...(before === '' ? [] : [await versionOf(before)]), await presentVersion()];
    const told: string[] = [];
    const faults: string[] = [];
    for (const version of versions) {
      const failures: string[] = [];
      for (let round = 1; round <= startRounds; round++) {
        failures.push(...(await failuresOf(version, starts)));
        say(`${version.name}: ${round} rounds, ${failures.length} failures`);
      }
      await version.remove();
      const all = startRounds * starts * 2;
      told.push(`${version.name}: ${failures.length} of ${all} failed`);
      for (const failure of new Set(failures)) say(`${version.name}: ${failure}`);
      if (version.name !== before) faults.push(...failures);
    }
    const did = `${startRounds} rounds of ${starts} servers and ${starts} migrations; ${told.join(', ')}`;
    return { did, faults };
  },
};

/** @returns why each process failed that did not do what it was started for */
async function failuresOf({ folder }: BuiltVersion, starts: number): Promise<string[]> {
  const db = await createTestDatabase({ empty: true });
  try {
    const name = new URL(db.directUrl).pathname.slice(1);
    const url = databaseUrl(process.env.SOUK_TEST_APPLICATION ?? '', name);
    const settings = { ...CHAOS_SETTINGS, ...addressOf({ ...db, url }) };
    const running = Array.from({ length: starts }, () => [
      started(folder, settings),
      migrated(folder, settings),
    ]).flat();
    const failures = (await Promise.all(running)).flatMap((failure) => failure ?? []);
    const twice = await db.query<{ name: string }>(DONE_TWICE);
    return [...failures, ...twice.map(({ name: step }) => `${step} was run twice`)];
  } finally {
    await db.drop();
  }
}

async function started(folder: string, settings: Settings): Promise<string | undefined> {
  try {
    const server = await ServerProcess.start(settings, { folder, args: ['dist/main.js'] });
    const code = await server.stop();
    return code === 0 ? undefined : `a server ended with ${code ?? 'a signal'}`;
  } catch (error) {
    return `a start failed: ${firstLine(error)}`;
  }
}

async function migrated(folder: string, settings: Settings): Promise<string | undefined> {
  const words = ['--no-warnings', 'dist/cli.js', 'migrate', '--json'];
  const env = { PATH: process.env.PATH, ...settings };
  try {
    await promisify(execFile)(process.execPath, words, { cwd: folder, env, timeout: PATIENCE_MS });
    return undefined;
  } catch (error) {
    return `a migration failed: ${firstLine(error)}`;
  }
}

/** What a process said, not that it has failed. */
function firstLine(error: unknown): string {
  const { stderr, message } = error as { readonly stderr?: string; readonly message: string };
  const said = (stderr ?? message).split('\n').map((line) => line.trim());
  return said.find((line) => line.includes('rror')) ?? said.find((line) => line !== '') ?? message;
}
