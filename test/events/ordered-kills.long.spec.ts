import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { AccountEvent } from '../../src/events/ordered/account-event.js';
import { newSecretKey } from '../../src/common/secret-box.js';
import { AccountDrive, happenedOf } from '../support/account-drive.js';
import { ServerProcess } from '../support/server-process.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';

const ACCOUNTS = 50;
const ORDERS_OF_EACH = 20;
const KILLS = 4;
const KILL_EVERY_MS = 4_000;
const LISTENING = { timeout: 400_000 };

const folder = temporaryFolder('ordered');
let shop: TestShop;
let settings: Record<string, string>;
let drives: AccountDrive[];

beforeEach(async () => {
  const keys = newSecretKey();
  // A shop of its own: its servers are killed.
  shop = await startTestShop({ SECRET_KEYS: keys });
  settings = {
    DATABASE_URL: shop.db.url,
    DATABASE_DIRECT_URL: shop.db.directUrl,
    SECRET_KEYS: keys,
    SOUK_EXTENSIONS: './test/events/file.extension.js',
    ACME_FILE: join(folder(), 'told.jsonl'),
  };
  const product = await shop.product({ price: '1' });
  drives = await Promise.all(
    Array.from({ length: ACCOUNTS }, async () => {
      return new AccountDrive(shop, await shop.account({ balance: '1000' }), product);
    }),
  );
});
afterEach(() => shop.close());

const drive = () => Promise.all(drives.map((one) => one.run(ORDERS_OF_EACH)));

const eventsIn = (file: string): AccountEvent[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as AccountEvent)
    : [];

/** What was told of an account. */
const ofAccount = (events: readonly AccountEvent[], { account }: AccountDrive) =>
  events.filter(({ accountId }) => accountId === account.id);

/** Without events that were told again at once: nothing else may come between. */
const withoutRepeats = (events: readonly AccountEvent[]) =>
  events.filter(({ id }, index) => id !== events[index - 1]?.id);

const expected = () => drives.reduce((sum, { happened }) => sum + happened.length, 0);

/** Begins something again whenever it was killed. */
async function killed(
  begin: () => Promise<() => Promise<unknown>>,
): Promise<() => Promise<unknown>> {
  let end = await begin();
  for (let kill = 0; kill < KILLS; kill++) {
    await wait(KILL_EVERY_MS);
    await end();
    end = await begin();
  }
  return end;
}

it(
  'a listener is told what the books have, account by account and in order, through kills of its servers',
  LISTENING,
  async () => {
    const file = settings.ACME_FILE ?? '';
    const server = async () => {
      const process = await ServerProcess.start(settings);
      return () => process.stop('SIGKILL');
    };
    const staying = await ServerProcess.start(settings);
    const [end] = await Promise.all([killed(server), drive()]);
    const ids = () => new Set(eventsIn(file).map(({ id }) => id)).size;
    await until(() => ids() === expected());
    await end();
    await staying.stop();

    const events = eventsIn(file);
    for (const one of drives) {
      expect(withoutRepeats(ofAccount(events, one)).map(happenedOf)).toEqual(one.happened);
    }
    // Something was told twice, so the kills have met the delivery, or the failures have.
    expect(events.length).toBeGreaterThan(expected());
  },
);

it(
  'the example writes each event to a file exactly once, however often it is killed',
  LISTENING,
  async () => {
    const file = join(folder(), 'log.jsonl');
    const souk = [
      process.execPath,
      '--no-warnings',
      '--import',
      './test/support/typescript-hooks.js',
      'src/cli.ts',
    ];
    const log = () => {
      const child: ChildProcess = spawn(
        process.execPath,
        ['examples/event-log/event-log.mjs', file, ...souk],
        {
          env: { ...settings, SOUK_EXTENSIONS: '', PATH: process.env.PATH },
          stdio: ['ignore', 'inherit', 'inherit'],
        },
      );
      return async (signal: NodeJS.Signals = 'SIGKILL') => {
        const ended = once(child, 'exit');
        child.kill(signal);
        return (await ended) as [number | null];
      };
    };
    const [end] = await Promise.all([killed(() => Promise.resolve(log())), drive()]);
    // Whoever prints this was begun after the last kill.
    await drives[0]?.run(1);
    await until(() => eventsIn(file).length >= expected());

    const [code] = await (end as ReturnType<typeof log>)('SIGTERM');
    expect(code).toBe(0);
    const events = eventsIn(file);
    expect(events).toHaveLength(expected());
    for (const one of drives) {
      expect(ofAccount(events, one).map(happenedOf)).toEqual(one.happened);
    }
  },
);
