import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { insertOrders } from '../../support/book-rows.js';
import { addressOf } from '../../chaos/server.js';
import { ShopRows } from '../../../src/start/testing/shop-rows.js';
import { Faults, percentile } from '../../support/faults.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import type { Scenario } from '../scenario.js';
import { WatchedServer } from '../watched-server.js';

/** As many as an account may have on one instance. */
const WAITS_OF_AN_ACCOUNT = 10;
const MOST_KILOBYTES = 20;
const MOST_STATEMENTS_A_SECOND = 4;
const MEASURED_MS = 10_000;
/** Until all that were opened wait; with what is measured then it is shorter than a wait. */
const SETTLED_MS = 1_000;
const LOOK_MS = 50;
/** Two seconds. */
const QUIET_LOOKS = 40;
const WARM_MS = 8_000;
const WARM_SOCKETS = 50;
const WOKEN_ACCOUNTS = 20;
/** Requests sent at a time, and the pause behind them: an instance answers each once before it waits. */
const AT_A_TIME = 50;
const PART_MS = 150;
const RETRY_MS = 2_000;

interface Wait {
  readonly socket: Socket;
  /** When it was told of an order. */
  readonly told: Promise<number>;
  /** Answers that were none of the feed. */
  refused: number;
  /** Since it was refused, until it asks again. */
  isPaused: boolean;
}

/** 10,000 requests wait over two instances: what each takes, and what they ask of the database. */
export const waits: Scenario = {
  title: '10,000 waits of 1,000 accounts on two instances',
  run: async (_random, { waits: count }, say) => {
    const db = await createTestDatabase();
    const settings = {
      ...addressOf(db),
      MAX_CONNECTIONS: '12000',
      NODE_OPTIONS: '--expose-gc',
    };
    const servers = [await WatchedServer.start(settings), await WatchedServer.start(settings)];
    const accounts = await accountsOf(db, Math.ceil(count / WAITS_OF_AN_ACCOUNT));
    const faults = new Faults();
    // What the others are copies of.
    await insertOrders(db, (await new ShopRows(db).account()).id, { count: 1 });
    // What is loaded or cached once, and the room for garbage, is no memory of a wait.
    const warm = await waitAll(servers, accounts, WARM_SOCKETS, 0);
    await sleep(WARM_MS);
    for (const { socket } of warm) socket.destroy();
    await sleep(SETTLED_MS);
    const before = await residentOf(servers);
    const beganAt = performance.now();
    const all = await waitAll(servers, accounts, count);
    say(`opened in ${((performance.now() - beganAt) / 1000).toFixed(1)} s`);
    await allWait(all);
    await sleep(SETTLED_MS);
    const bytes = (await residentOf(servers)) - before;
    const kilobytes = bytes / 1024 / count;
    say(`${count} waits: ${kilobytes.toFixed(1)} KiB of resident memory each`);
    faults.limit('memory of a wait', kilobytes, MOST_KILOBYTES, 'KiB');
    const asked = await askedWithin(db, MEASURED_MS);
    const rate = asked / servers.length / (MEASURED_MS / 1000);
    say(`${rate.toFixed(2)} statements a second for all of them on each instance`);
    faults.limit('statements a second', rate, MOST_STATEMENTS_A_SECOND, 'a second');
    const woken = await wokenAfter(db, accounts.slice(0, WOKEN_ACCOUNTS), all);
    const refused = all.reduce((sum, wait) => sum + wait.refused, 0);
    say(`${refused} answers were 111, since no turn came in time`);
    say(
      `${WOKEN_ACCOUNTS * WAITS_OF_AN_ACCOUNT} of them told after ${woken.map((ms) => ms.toFixed(0)).join(' / ')} ms (50 % / 99 % / all)`,
    );
    for (const { socket } of all) socket.destroy();
    await Promise.all(servers.map((server) => server.stop()));
    await db.drop();
    const did = `${count} waits: ${kilobytes.toFixed(1)} KiB each, ${rate.toFixed(2)} statements a second an instance, told within ${woken[2]?.toFixed(0)} ms`;
    return { did, faults: faults.list };
  },
};

async function accountsOf(db: TestDatabase, count: number) {
  const rows = new ShopRows(db);
  const accounts: { id: number; token: string }[] = [];
  for (let index = 0; index < count; index++) accounts.push(await rows.account());
  return accounts;
}

async function waitAll(
  servers: readonly WatchedServer[],
  accounts: readonly { readonly id: number; readonly token: string }[],
  count: number,
  seconds = 25,
): Promise<Wait[]> {
  const all: Wait[] = [];
  while (all.length < count) {
    const part = Array.from({ length: Math.min(AT_A_TIME, count - all.length) }, (_, index) => {
      const number = all.length + index;
      const { baseUrl } = servers[number % servers.length]!;
      return begun(baseUrl, accounts[Math.floor(number / WAITS_OF_AN_ACCOUNT)]!.token, seconds);
    });
    all.push(...(await Promise.all(part)));
    await sleep(PART_MS);
  }
  return all;
}

/** Asks again whenever nothing was new, as followers do. */
async function begun(baseUrl: string, token: string, seconds: number): Promise<Wait> {
  const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1');
  await once(socket, 'connect');
  const ask = (since: string): void => {
    const query = `wait=${seconds}${since}`;
    socket.write(
      `GET /client/api/orders/changes?${query} HTTP/1.1\r\nHost: x\r\napi-token: ${token}\r\n\r\n`,
    );
  };
  const { promise: told, resolve } = Promise.withResolvers<number>();
  const wait: Wait = { socket, told, refused: 0, isPaused: false };
  socket.on('data', (data) => {
    const text = String(data);
    const cursor = /"data":\[\],"cursor":"([\w-]+)"/.exec(text)?.[1];
    if (cursor !== undefined) ask(`&since=${cursor}`);
    else if (text.includes('"event":"placed"')) resolve(performance.now());
    else {
      wait.refused += 1;
      wait.isPaused = true;
      // As Retry-After says.
      setTimeout(
        () => {
          wait.isPaused = false;
          ask('');
        },
        RETRY_MS * (1 + Math.random()),
      );
    }
  });
  socket.on('error', () => undefined);
  ask('');
  return wait;
}

/** Until nobody was refused for a while: a request that is yet to be sent again takes less memory. */
async function allWait(all: readonly Wait[]): Promise<void> {
  let quiet = 0;
  while (quiet < QUIET_LOOKS) {
    await sleep(LOOK_MS);
    quiet = all.some(({ isPaused }) => isPaused) ? 0 : quiet + 1;
  }
}

/** Without garbage. */
async function residentOf(servers: readonly WatchedServer[]): Promise<number> {
  let sum = 0;
  for (const server of servers) sum += (await server.figures()).rss;
  return sum;
}

/**
 * Statements that ask for accounts which have grown. After each one a listener has nothing to do for a while, so whoever looks
 * more often than they come sees every one.
 */
async function askedWithin(db: TestDatabase, forMs: number): Promise<number> {
  const seen = new Set<string>();
  const end = performance.now() + forMs;
  while (performance.now() < end) {
    const rows = await db.query<{ one: string }>(LAST_ASKED);
    for (const { one } of rows) seen.add(one);
    await sleep(LOOK_MS);
  }
  return seen.size;
}

const LAST_ASKED = `
  SELECT pid || ' ' || query_start AS one FROM pg_stat_activity
  WHERE datname = current_database() AND query LIKE '%AS waited (account_id, number)%' AND pid <> pg_backend_pid()`;

/** One order for each of the accounts, in one transaction. */
const PLACE = `
  INSERT INTO orders SELECT (jsonb_populate_record(o, jsonb_build_object(
    'account_id', account.id, 'order_id', 'ID_' || lpad(to_hex(1000000 + account.id), 16, '0'), 'order_uuid', 'key'))).*
  FROM unnest($1::integer[]) AS account (id), orders o`;

/** @returns the milliseconds after which half, 99 % and all of the waits of some accounts were told of an order. */
async function wokenAfter(
  db: TestDatabase,
  accounts: readonly { readonly id: number }[],
  all: readonly Wait[],
): Promise<number[]> {
  const placedAt = performance.now();
  await db.query(PLACE, [accounts.map(({ id }) => id)]);
  const own = all.slice(0, accounts.length * WAITS_OF_AN_ACCOUNT);
  const times = await Promise.all(own.map(({ told }) => told));
  const delays = times.map((time) => time - placedAt);
  return [0.5, 0.99, 1].map((part) => percentile(delays, part));
}
