import { setTimeout as sleep } from 'node:timers/promises';
import { ShopRows } from '../../../src/start/testing/shop-rows.js';
import { percentile } from '../../support/faults.js';
import type { Attacker } from '../attacker.js';
import { TOLD, type Arrival } from '../attacks/receive.js';
import { besieged, besiegedAfter, type Siege } from '../besieged.js';
import { BOUNDS } from '../scenario.js';
import { commands } from './catalogs.js';

/** Another account gets a message each second for so long. */
const WATCHED_SECONDS = 60;
/** How long it is waited for the last of them. */
const LATE_MS = 30_000;
const POLL_MS = 250;
const HANGING = '/hangs';
/** Accounts that have the due jobs. */
const ACCOUNTS = 100;

/** The receivers of webhooks are on this machine. */
const SETTINGS = { WEBHOOK_ALLOW_PRIVATE: 'on' };

/** A receiver that accepts and never answers, to which very many messages are sent. */
export const hangingReceiver = besieged(
  'a webhook that never answers',
  async (siege) => {
    const { target, amounts } = siege;
    const attacker = await target.attack('receive', { hanging: HANGING });
    const [hanging = NaN] = await receivers(siege, attacker, HANGING, 1);
    const [other = NaN] = await receivers(siege, attacker, TOLD, 1);
    await messages(siege, [hanging], amounts.messages);
    const others = await othersMessages(siege, attacker, other);
    const { received } = await attacker.stop();
    const [row] = await target.shop.db.query<{ again: number }>(WRITTEN_AGAIN, [
      hanging,
      amounts.messages,
    ]);
    return `${amounts.messages} messages, ${received[HANGING] ?? 0} sent, ${row?.again ?? NaN} times one was written again unsent; ${others}`;
  },
  Infinity,
  SETTINGS,
);

/** Jobs of many accounts that are all due at the start, as after a long stop. */
export const dueJobs = besiegedAfter(
  'very many due jobs at a start',
  async (siege) => {
    const { target, amounts } = siege;
    const attacker = await target.attack('receive', { hanging: HANGING });
    const accounts = await receivers(siege, attacker, '/due', ACCOUNTS);
    const [other = NaN] = await receivers(siege, attacker, TOLD, 1);
    await target.restart(() => messages(siege, accounts, amounts.jobs / ACCOUNTS));
    return async () => {
      const others = await othersMessages(siege, attacker, other);
      const { received } = await attacker.stop();
      return `${amounts.jobs} messages of ${ACCOUNTS} accounts, ${received['/due'] ?? 0} sent; ${others}`;
    };
  },
  Infinity,
  SETTINGS,
);

/** Accounts whose webhooks lead to the path. @returns their ids */
async function receivers(
  siege: Siege,
  attacker: Attacker<'receive'>,
  path: string,
  count: number,
): Promise<number[]> {
  const [address] = await attacker.heard(1);
  const rows = new ShopRows(siege.target.shop.db);
  const ids: number[] = [];
  for (let number = 1; number <= count; number += 1) {
    ids.push((await rows.account({ name: `${path} ${number}` })).id);
  }
  const url = `${String(address)}${path}`;
  await commands(
    siege,
    ids.map((id) => ['webhook', 'set', String(id), url]),
  );
  return ids;
}

/** Writes due messages, so many to each account, in one statement. */
async function messages(
  { target }: Siege,
  accounts: readonly number[],
  count: number,
  prefix = 'msg',
): Promise<void> {
  await target.shop.db.query(WRITE, [accounts, count, prefix]);
}

/** Sends another account a message each second. @returns in words when they arrived */
async function othersMessages(
  siege: Siege,
  attacker: Attacker<'receive'>,
  other: number,
): Promise<string> {
  const sentAt: number[] = [];
  for (let number = 0; number < WATCHED_SECONDS; number += 1) {
    sentAt.push(Date.now());
    await messages(siege, [other], 1, `other_${number}`);
    await sleep(1_000);
  }
  const end = performance.now() + LATE_MS;
  while (attacker.news.length <= WATCHED_SECONDS && performance.now() < end) await sleep(POLL_MS);
  const arrivals = attacker.news.slice(1) as Arrival[];
  const times = arrivals.map(({ id, at }) => (at - sentAt[Number(id.split('_')[1])]!) / 1000);
  const slowest = times.length < WATCHED_SECONDS ? Infinity : Math.max(...times);
  siege.faults.limit("another's message", slowest, BOUNDS.othersMessageSeconds, 's');
  const median = percentile(times, 0.5).toFixed(1);
  const told = `after ${median} s (median), ${Math.max(...times).toFixed(1)} s (slowest)`;
  return `another's messages: ${times.length} of ${WATCHED_SECONDS} arrived${times.length > 0 ? `, ${told}` : ''}`;
}

/** $1 the accounts, $2 how many for each, $3 how their ids begin. Times of jobs are those of the queue. */
const WRITE = `
  INSERT INTO pgboss.job (name, data, expire_seconds, retry_limit, deletion_seconds)
  SELECT queue.name, jsonb_build_object('accountId', account, 'id', $3::text || '_' || account || '_' || number,
      'type', 'test', 'attempt', 1, 'body', json_build_object('type', 'test', 'timestamp', now())::text),
    queue.expire_seconds, queue.retry_limit, queue.deletion_seconds
  FROM pgboss.queue, unnest($1::integer[]) AS account, generate_series(1, $2::integer) AS number
  WHERE queue.name = 'webhook'`;

/** $1 the account, $2 how many messages there are. Each failed attempt writes one job. */
const WRITTEN_AGAIN = `
  SELECT ((SELECT count(*) FROM pgboss.job WHERE name = 'webhook' AND (data ->> 'accountId')::integer = $1::integer)
    - $2::integer - (SELECT COALESCE(sum(attempts), 0) FROM webhook_failures WHERE account_id = $1::integer))::integer AS again`;
