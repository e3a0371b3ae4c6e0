import fc from 'fast-check';
import type { NewRefusal } from './order-refusal.js';
import { RefusalQueue } from './refusal-queue.js';

let count = 0;
const of = (accountId: number): NewRefusal => ({
  id: String(count++),
  atMs: 0,
  accountId,
  orderUuid: null,
  productId: null,
  code: 109,
  reason: '',
  address: null,
  requestId: '',
});

const accountsIn = (queue: RefusalQueue): number[] =>
  queue.oldest(Infinity).map(({ accountId }) => accountId);

describe('the queue of refusals', () => {
  it('gives them oldest first, again and again until they are removed', () => {
    const queue = new RefusalQueue(100);
    for (const account of [1, 2, 1, 3]) queue.add(of(account));

    expect(queue.oldest(2).map(({ accountId }) => accountId)).toEqual([1, 2]);
    expect(accountsIn(queue)).toEqual([1, 2, 1, 3]);
    queue.remove(2);
    expect(accountsIn(queue)).toEqual([1, 3]);
    queue.remove(5);
    expect(queue.size).toBe(0);
  });

  it('takes from one account alone half of what it has room for', () => {
    const queue = new RefusalQueue(100);
    const taken = Array.from({ length: 1_000 }, () => queue.add(of(1)));

    expect(taken.filter(Boolean)).toHaveLength(50);
    expect(queue.add(of(2))).toBe(true);
  });

  it('takes from an account again what was removed of it', () => {
    const queue = new RefusalQueue(4);
    const add = () => queue.add(of(1));

    expect([add(), add(), add()]).toEqual([true, true, false]);
    queue.remove(1);
    expect([add(), add()]).toEqual([true, false]);
  });

  it('has room for another account, however many fill it', () => {
    const accounts = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 2_000 });
    fc.assert(
      fc.property(accounts, (ids) => {
        const queue = new RefusalQueue(100);
        for (const id of ids) queue.add(of(id));

        expect(queue.size).toBeLessThanOrEqual(100);
        for (let id = 10; id < 15; id++) expect(queue.add(of(id))).toBe(true);
      }),
    );
  });
});
