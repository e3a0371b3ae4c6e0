import { newSecretKey } from '../../src/common/secret-box.js';
import { startTestShop, type TestShop } from './test-shop.js';

let started: Promise<TestShop> | undefined;

/**
 * The running shop that all specs of a worker share, with a secret key and the settings of a user who sets nothing
 * else. A spec makes accounts, products and operators of its own in it, with names from `fresh`, and leaves them. What
 * others have made is there, too, so a spec asserts nothing of the whole shop. It ends with the worker.
 */
export function workerShop(): Promise<TestShop> {
  return (started ??= startTestShop({ SECRET_KEYS: newSecretKey() }));
}

let names = 0;

/** A name that no other spec of the shop has. */
export function fresh(name: string): string {
  names += 1;
  return `${name}-${names}`;
}
