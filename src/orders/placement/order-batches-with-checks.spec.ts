import { setImmediate as turn } from 'node:timers/promises';
import type { RevisionWatch } from '../../database/revision/revision-watch.js';
import type { OrderRepository, OrderToPlace } from '../order.repository.js';
import type { BatchesWithChecks } from './batches-with-checks.js';
import { OrderBatches } from './order-batches.js';
import type { OrdersTogether } from './orders-together.js';

interface Batch {
  readonly kind: 'plain' | 'checked' | 'joint';
  readonly ids: readonly string[];
  readonly end: () => void;
}

/** Batches that end when the test says so, and place all of their orders. */
function line() {
  const begun: Batch[] = [];
  const paused = new Set<number>();
  const placeAs = (kind: Batch['kind']) => (batch: readonly OrderToPlace[]) => {
    const { promise, resolve } = Promise.withResolvers<ReadonlySet<string>>();
    const ids = batch.map(({ order }) => order.orderId);
    begun.push({
      kind,
      ids,
      end: () => {
        resolve(new Set(ids));
      },
    });
    return promise;
  };
  const placeTogether = async (batch: readonly { order: { orderId: string } }[]) => {
    const placed = await placeAs('joint')(batch as unknown as OrderToPlace[]);
    return new Map([...placed].map((id) => [id, Buffer.from(id)]));
  };
  const fresh = { catalog: '1', access: '1', history: 'one', at: performance.now(), clock: 1_000 };
  const withChecks = {
    takes: ({ order }: OrderToPlace) => !paused.has(order.accountId),
    place: placeAs('checked'),
  };
  const batches = new OrderBatches(
    { placeAtOnce: placeAs('plain') } as unknown as OrderRepository,
    { fresh } as unknown as RevisionWatch,
    withChecks as unknown as BatchesWithChecks,
    { place: placeTogether } as unknown as OrdersTogether,
  );
  const send = (kind: Batch['kind'], orderId: string, accountId: number) => {
    const runChecks = kind === 'checked' ? () => Promise.resolve() : undefined;
    const seen = { catalog: '1', access: '1' };
    const asked = { orderId, accountId };
    const together = kind === 'joint' ? { order: asked } : undefined;
    const order = { order: asked, seen, runChecks, together };
    return batches.place(order as unknown as OrderToPlace, () => true);
  };
  const seen = (): string[] => begun.map(({ kind, ids }) => `${kind} ${ids.join(' ')}`);
  return { send, seen, begun, paused };
}

async function settled(): Promise<void> {
  for (let count = 0; count < 5; count++) await turn();
}

describe('orders with checks', () => {
  it('are in batches of their own, one at a time and one order of an account in each', async () => {
    const { send, seen, begun } = line();
    void send('checked', 'a1', 1);
    void send('checked', 'a2', 1);
    void send('checked', 'b1', 2);
    void send('plain', 'c1', 3);
    await settled();
    expect(seen().toSorted()).toEqual(['checked a1 b1', 'plain c1']);
    void send('checked', 'd1', 4);
    await settled();
    expect(begun).toHaveLength(2);
    begun.find(({ kind }) => kind === 'checked')?.end();
    await settled();
    // Gathered: the last one had two orders.
    expect(seen()).toContain('checked a2 d1');
  });

  it('and others of their account wait for each other, the older one first', async () => {
    const { send, seen, begun } = line();
    void send('plain', 'a1', 1);
    await settled();
    void send('checked', 'a2', 1);
    void send('plain', 'a3', 1);
    void send('plain', 'b1', 2);
    await settled();
    expect(seen()).toEqual(['plain a1', 'plain b1']);
    begun[0]?.end();
    await settled();
    expect(seen()).toEqual(['plain a1', 'plain b1', 'checked a2']);
    begun[2]?.end();
    await settled();
    expect(seen().at(-1)).toBe('plain a3');
  });

  it('go on alone when batches do not take them any more', async () => {
    const { send, seen, begun, paused } = line();
    void send('checked', 'a1', 1);
    await settled();
    const waiting = send('checked', 'a2', 1);
    paused.add(1);
    begun[0]?.end();
    expect(await waiting).toBe(false);
    expect(await send('checked', 'a3', 1)).toBe(false);
    expect(seen()).toEqual(['checked a1']);
  });

  it.each(['plain', 'checked'] as const)(
    'that more is done for share a transaction, and wait for %s ones of their account',
    async (kind) => {
      const { send, seen, begun } = line();
      void send(kind, 'a1', 1);
      void send('joint', 'a2', 1);
      const outcomes = ['b1', 'b2'].map((id) => send('joint', id, 2));
      await settled();
      expect(seen().toSorted()).toEqual([`${kind} a1`, 'joint b1 b2'].toSorted());
      for (const { end } of begun) end();
      expect(await Promise.all(outcomes)).toEqual(['b1', 'b2'].map((id) => Buffer.from(id)));
      // One more of them, since the last transaction had two orders.
      void send('joint', 'c1', 3);
      await settled();
      expect(seen().at(-1)).toBe('joint a2 c1');
      begun[2]?.end();
    },
  );
});
