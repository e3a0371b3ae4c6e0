import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf } from '../../chaos/server.js';
import { newSecretKey } from '../../../src/common/secret-box.js';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import { ShopRows } from '../../../src/start/testing/shop-rows.js';
import { Faults } from '../../support/faults.js';
import { HttpClient } from '../../support/http-client.js';
import { Instance } from '../../support/instance.js';
import type { Random } from '../../support/random.js';
import type { Findings } from '../../support/scenarios.js';
import type { ServerProcess } from '../../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { Follower } from './follower.js';

const ACCOUNTS = 16;
const WRITERS = 64;
const FOLLOWERS = 100;
const DECIDERS = 4;
/** Of one writer between two orders, so that a machine of two cores has time for the followers. */
const WRITER_PAUSE_MS = 100;
const FILTERS = [undefined, undefined, undefined, 'rejected', 'placed,accepted,rejected'];

export interface FollowedPlan {
  readonly seconds: number;
  /** Times at which an instance is killed. */
  readonly kills: number;
  readonly start: (settings: Record<string, string>) => Promise<ServerProcess>;
}

interface Caller {
  readonly id: number;
  readonly token: string;
}

/** Followers of accounts whose orders are placed on two instances, of which one is killed again and again. */
export async function followedOrders(random: Random, plan: FollowedPlan): Promise<Findings> {
  const db = await createTestDatabase();
  const settings = { ...addressOf(db), SECRET_KEYS: newSecretKey() };
  const servers = await Promise.all([plan.start(settings), plan.start(settings)]);
  const decider = await Instance.on(db, { SECRET_KEYS: settings.SECRET_KEYS });
  const faults = new Faults();
  const rows = new ShopRows(db);
  const product = await rows.product({ price: '0.01' });
  const accounts: Caller[] = [];
  for (let count = 0; count < ACCOUNTS; count++) {
    accounts.push(await rows.account({ balance: '1000000' }));
  }
  const instances = (): string[] => servers.map(({ baseUrl }) => baseUrl);
  const followers = Array.from({ length: FOLLOWERS }, (_, index) => {
    const { id: accountId, token } = accounts[index % ACCOUNTS]!;
    const type = FILTERS[index % FILTERS.length];
    return new Follower({ accountId, token, instances, type }, random.fork(), faults);
  });
  const [over, written] = [new AbortController(), new AbortController()];
  const followed = Promise.all(followers.map((follower) => follower.follow(written.signal)));
  const work = [
    ...Array.from({ length: WRITERS }, (_, index) =>
      write(accounts[index % ACCOUNTS]!, product, random.fork(), instances, over.signal),
    ),
    ...Array.from({ length: DECIDERS }, () => decide(db, decider, random.fork(), over.signal)),
  ];
  await kill(servers, plan, settings, random.fork());
  over.abort();
  await Promise.all(work);
  written.abort();
  await followed;
  const told = await judged(db, followers, faults);
  await Promise.all(servers.map((server) => server.stop()));
  await decider.close();
  await db.drop();
  return { did: `${plan.seconds} s, ${plan.kills} kills: ${told}`, faults: faults.list };
}

async function kill(
  servers: ServerProcess[],
  { seconds, kills, start }: FollowedPlan,
  settings: Record<string, string>,
  random: Random,
): Promise<void> {
  const end = performance.now() + seconds * 1000;
  for (let count = 0; count < kills; count++) {
    await sleep((seconds * 1000) / (kills + 1));
    const index = random.between(0, 1);
    await servers[index]?.stop('SIGKILL');
    servers[index] = await start(settings);
  }
  await sleep(Math.max(0, end - performance.now()));
}

/** Places orders one after the other, each under its key until it is answered. */
async function write(
  { token }: Caller,
  product: number,
  random: Random,
  instances: () => readonly string[],
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted) {
    const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`;
    for (let isDone = false; !isDone;) {
      const client = new HttpClient(random.pick(instances()));
      const answer = await client.send(path, { token }).catch(() => undefined);
      isDone = answer?.status === 200;
      client.close();
      if (!isDone) await sleep(WRITER_PAUSE_MS);
    }
    await sleep(WRITER_PAUSE_MS);
  }
}

const WAITING = `
  SELECT order_id AS id FROM orders WHERE status = 'wait' ORDER BY random() LIMIT 20`;

async function decide(
  db: TestDatabase,
  decider: Instance,
  random: Random,
  over: AbortSignal,
): Promise<void> {
  const decisions = decider.service(OrderCloseService);
  while (!over.aborted) {
    for (const { id } of await db.query<{ id: string }>(WAITING)) {
      const decision = random.chance(0.5)
        ? decisions.accept(id, { codes: [randomUUID()], actor: 'test' })
        : decisions.reject(id, { reason: 'no', actor: 'test' });
      // Another decider may have been earlier.
      await decision.catch(() => undefined);
    }
    await sleep(WRITER_PAUSE_MS);
  }
}

const EVENTS = `
  SELECT number::float8 AS number, type AS event, order_id FROM account_events
  WHERE account_id = $1 AND ($2::text[] IS NULL OR type = ANY ($2)) ORDER BY number`;

/** Compares what each follower was told with what is in the database. @returns what happened, in words */
async function judged(
  db: TestDatabase,
  followers: readonly Follower[],
  faults: Faults,
): Promise<string> {
  const sum = (of: (follower: Follower) => number): number =>
    followers.reduce((total, follower) => total + of(follower), 0);
  for (const { followed, events } of followers) {
    const { accountId, type } = followed;
    const parameters = [accountId, type?.split(',') ?? null];
    const rows = await db.query<{ number: number; event: string; order_id: string }>(
      EVENTS,
      parameters,
    );
    const texts = (list: typeof rows): string[] =>
      list.map(({ number, event, order_id }) => `${number} ${event} ${order_id}`);
    const [expected, told] = [texts(rows), texts(events)];
    const first = expected.findIndex((text, index) => text !== told[index]);
    if (first >= 0 || told.length !== expected.length) {
      faults.add(
        'a follower was not told everything once',
        `account ${accountId}: ${expected[first] ?? 'more'}`,
      );
    }
  }
  const [{ events } = { events: 0 }] = await db.query<{ events: number }>(
    'SELECT count(*)::integer AS events FROM account_events',
  );
  if (events === 0) faults.add('nothing happened');
  const [told, again] = [sum(({ events }) => events.length), sum(({ repeated }) => repeated)];
  const [cut, waited] = [sum((follower) => follower.cut), sum((follower) => follower.waited)];
  return `${events} events, told ${told} times and ${again} times again; ${waited} waits ended empty, ${cut} requests were cut`;
}
