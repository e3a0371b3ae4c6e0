import type { ShopChain, Link } from './shop-chain.js';
import type { TestAccount, TestShop } from './test-shop.js';

/** An order as its buyer sees it. */
export interface SeenOrder {
  readonly order_id: string;
  readonly status: string;
  readonly price: string;
  readonly replay_api: string[] | null;
}

interface Attempt {
  readonly order_id: string;
  readonly uuid: string;
  readonly there: string | null;
}

const LIST = 200;

/** The account's orders as `check` answers them, by id. */
export async function seenOrders(
  { api }: TestAccount,
  ids: readonly string[],
): Promise<Map<string, SeenOrder>> {
  const seen = new Map<string, SeenOrder>();
  for (let start = 0; start < ids.length; start += LIST) {
    const { json } = await api(
      `/client/api/check?orders=[${ids.slice(start, start + LIST).join()}]`,
    );
    for (const order of (json as { data: SeenOrder[] }).data) seen.set(order.order_id, order);
  }
  return seen;
}

/**
 * Finds differences between the orders of a shop and what it has bought for them: each accepted order must be exactly
 * one accepted order at the supplier, with the same codes; each rejected one must be none there, or a rejected one; and
 * each order there must belong to one here.
 */
export async function disagreements(
  link: Link,
  sold: ReadonlyMap<string, SeenOrder>,
  next: Link,
): Promise<string[]> {
  const account = link.supplier?.account;
  if (!account) throw new Error('the last shop of a chain buys nothing');
  const keys = await keysAt(next.shop, account.id);
  const bought = await seenOrders(account, [...keys.values()]);
  const attempts = await link.shop.db.query<Attempt>(ATTEMPTS);
  const faults: string[] = [];
  const claimed = new Set<string>();
  for (const { order_id: id, uuid, there } of attempts) {
    const mine = sold.get(id);
    const theirId = keys.get(uuid);
    const theirs = theirId === undefined ? undefined : bought.get(theirId);
    if (theirId !== undefined) claimed.add(theirId);
    const state = `${id} is ${mine?.status}, there ${theirs?.status ?? 'nothing'}`;
    if (mine?.status === 'accept') {
      if (theirs?.status !== 'accept') faults.push(state);
      else if (JSON.stringify(mine.replay_api) !== JSON.stringify(theirs.replay_api)) {
        faults.push(`${id} has other codes there`);
      }
      if (there !== theirId) faults.push(`${id} is said to be ${there} there, and is ${theirId}`);
    } else if (mine?.status !== 'reject' || (theirs && theirs.status !== 'reject')) {
      faults.push(state);
    }
  }
  const ofNobody = [...keys.values()].filter((id) => !claimed.has(id));
  const bad = [...sold.keys()].length - new Set(attempts.map(({ order_id: id }) => id)).size;
  if (bad !== 0) faults.push(`${bad} orders were never tried`);
  return [...faults, ...ofNobody.map((id) => `${id} belongs to no order`)];
}

/** USD that the accepted orders have cost, exactly, in hundred-millionths. */
export function spent(orders: Iterable<SeenOrder>): bigint {
  let sum = 0n;
  for (const { status, price } of orders) if (status === 'accept') sum += units(price);
  return sum;
}

/** USD that an account has, in hundred-millionths. */
export async function balanceOf({ api }: TestAccount): Promise<bigint> {
  const { json } = await api('/client/api/profile');
  return units((json as { balance: string }).balance);
}

/** What our account has bought at the next shop, as that shop answers it. */
export async function boughtBy(link: Link, next: Link): Promise<Map<string, SeenOrder>> {
  const account = link.supplier!.account;
  return seenOrders(account, [...(await keysAt(next.shop, account.id)).values()]);
}

/** Every fault that was met, and how often. */
export function faultsOf({ faults }: ShopChain): string {
  const all = [...faults.values()].reduce((sum, count) => sum + count, 0);
  const each = [...faults].map(([fault, count]) => `${count} ${fault}`);
  return `${all} calls spoiled: ${each.join(', ')}`;
}

function units(usd: string): bigint {
  const [whole = '0', fraction = ''] = usd.split('.');
  return BigInt(whole + fraction.padEnd(8, '0'));
}

async function keysAt({ db }: TestShop, accountId: number): Promise<Map<string, string>> {
  const rows = await db.query<{ order_uuid: string; order_id: string }>(
    'SELECT order_uuid, order_id FROM orders WHERE account_id = $1',
    [accountId],
  );
  return new Map(rows.map((row) => [row.order_uuid, row.order_id]));
}

const ATTEMPTS = `
  SELECT order_id, attempt_uuid::text AS uuid, supplier_order_id AS there FROM supplier_attempts`;
