import { newSecretKey } from '../../src/common/secret-box.js';
import { startTestShop, type TestShop } from './test-shop.js';

let started: Promise<TestShop> | undefined;

/**
 * The running shop that all specs of a worker share, with a secret key, and else what a user has who sets nothing,
 * but that its suppliers and receivers may be on loopback. A spec makes accounts, products and operators of its own in it, with names from `fresh`, and leaves them. What
 * others have made is there, too, so a spec asserts nothing of the whole shop. It ends with the worker.
 */
export function workerShop(): Promise<TestShop> {
  return (started ??= startUsedShop());
}

/** No spec finds the shop new, whichever comes first: it has an account, a category and a product already. */
async function startUsedShop(): Promise<TestShop> {
  const shop = await startTestShop({ SECRET_KEYS: newSecretKey() });
  await shop.account();
  await shop.product({ categoryId: await shop.category() });
  return shop;
}

/** Others call their things `A-1` or `group-2` themselves. */
let names = 1_000;

/** A name that no other spec of the shop has. */
export function fresh(name: string): string {
  names += 1;
  return `${name}-${names}`;
}
