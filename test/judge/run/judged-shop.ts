import { randomUUID } from 'node:crypto';
import type { Random } from '../../support/random.js';
import { BOUGHT_FROM, Supplier } from '../../upgrade/supplier.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import type { Recorder } from '../recorder.js';
import type { Operator } from './operator.js';
import { issueToken, STOCK } from './operator-work.js';
import { TradingAccount, type SoldProduct, type Trade } from './trade.js';

/**
 * USD. The last account can often not pay. The first is not warned of a low balance, so that its orders are placed by the
 * single statement, as most are.
 */
const ACCOUNTS = [
  { deposit: '1000000', balanceLow: null },
  { deposit: '2500', balanceLow: '20' },
  { deposit: '150', balanceLow: '20' },
] as const;
const TOKENS = 2;
const FIRST_CODES = 900;
const STOCKED_AT_MOST = 3;
/** Part of the messages that fail at first. */
const FAILING = 0.1;

const handled = (handler: string, settings: object = {}): readonly object[] => [
  { handler, settings },
];

/** Products whose orders end in every way, each with its handlers. */
const PRODUCTS: readonly { readonly name: string; readonly steps: readonly object[] }[] = [
  { name: 'Waits for the operator', steps: [] },
  { name: 'Waits for the operator, too', steps: [] },
  { name: 'Accepted', steps: handled('chaos-job') },
  { name: 'Rejected', steps: handled('chaos-job', { ending: 'refused' }) },
  { name: 'Accepted later', steps: handled('chaos-job', { ending: 'later' }) },
  { name: 'Accepted at once', steps: handled('chaos-at-once') },
  { name: 'Codes', steps: handled('codes', { stock: STOCK }) },
  { name: 'Bought', steps: handled('upstream', BOUGHT_FROM) },
];

interface Made {
  readonly id: number;
}

/** What works beside the instances. */
export interface Neighbors {
  readonly supplier: Supplier;
  readonly receiver: WebhookReceiver;
}

export async function startNeighbors(): Promise<Neighbors> {
  return { supplier: await Supplier.open(), receiver: await WebhookReceiver.start() };
}

/** Fills an empty shop by the admin API alone, so that a history tells all that is in it. */
export async function fillShop(
  operator: Operator,
  { supplier, receiver }: Neighbors,
  recorder: Recorder,
): Promise<Trade> {
  const { supplier: name } = BOUGHT_FROM;
  const named = { name, url: supplier.url, token: 'secret' };
  await operator.demand({ method: 'POST', path: 'suppliers', body: named });
  const codes = Array.from({ length: FIRST_CODES }, () => `STOCKED-${randomUUID()}`);
  const path = `stocks/${STOCK}/codes`;
  await operator.demand({ method: 'POST', path, body: { codes }, once: true });
  const accounts: TradingAccount[] = [];
  for (const account of ACCOUNTS) {
    accounts.push(await makeAccount(operator, receiver, recorder, account));
  }
  const [categories, products] = await makeProducts(operator);
  return { accounts, categories, products };
}

/** Hands all messages to a recorder; some are refused at first. */
export function recordMessages(
  receiver: WebhookReceiver,
  recorder: Recorder,
  random: Random,
): () => void {
  let recorded = 0;
  const timer = setInterval(() => {
    for (; recorded < receiver.received.length; recorded++) {
      const { path, body, at } = receiver.received[recorded]!;
      recorder.hear(Number(path.slice(1)), body, at);
    }
    if (receiver.answers.length === 0 && random.chance(FAILING)) {
      receiver.answers.push(random.chance(0.5) ? 500 : undefined);
    }
  }, 200);
  return () => {
    clearInterval(timer);
  };
}

async function makeAccount(
  operator: Operator,
  receiver: WebhookReceiver,
  recorder: Recorder,
  { deposit: amount, balanceLow }: (typeof ACCOUNTS)[number],
): Promise<TradingAccount> {
  const name = `Reseller of ${amount}`;
  const { id } = await operator.demand<Made>({ method: 'POST', path: 'accounts', body: { name } });
  const account = new TradingAccount(id);
  const webhook = { url: receiver.url(`/${id}`), balance_low: balanceLow };
  await operator.demand({ method: 'PUT', path: `accounts/${id}/webhook`, body: webhook });
  const path = `accounts/${id}/deposits`;
  await operator.demand({ method: 'POST', path, body: { amount }, once: true });
  for (let token = 1; token <= TOKENS; token++) await issueToken(operator, account, recorder);
  return account;
}

async function makeProducts(operator: Operator): Promise<[number[], SoldProduct[]]> {
  const categories: number[] = [];
  for (const name of ['Games', 'Cards']) {
    const made = await operator.demand<Made>({
      method: 'POST',
      path: 'categories',
      body: { name },
    });
    categories.push(made.id);
  }
  const products: SoldProduct[] = [];
  for (const [index, { name, steps }] of PRODUCTS.entries()) {
    const price = `1.${index + 1}`;
    const body = {
      category_id: categories[index % categories.length],
      name,
      price,
      product_type: 'package',
      qty_values: { min: '1', max: String(STOCKED_AT_MOST) },
      fields: ['playerId'],
    };
    const { id } = await operator.demand<Made>({ method: 'POST', path: 'products', body });
    await operator.demand({ method: 'PUT', path: `products/${id}/delivery`, body: { steps } });
    products.push({ id, maxQuantity: STOCKED_AT_MOST, price: Number(price) });
  }
  return [categories, products];
}
