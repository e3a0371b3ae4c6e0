import type { AccountEvent } from './account-event.js';
import { accountEvent, ORDERED_LISTENER_CASES } from './ordered-listener-cases.js';
import type { OrderedListener } from './ordered-listener.js';

const order = { accountId: 7, orderId: 'ID_1', orderUuid: 'a', productId: 3, productName: '60 UC' };
const sold = { quantity: '1', unitPrice: '1.5', total: '1.5', rehearsal: false };
const events = (['order.placed', 'order.accepted'] as const).map((type) =>
  accountEvent({ type, data: { ...order, ...sold } }),
);

/** Keeps the ids of what it has handled, as long as its file can be written. */
function keeping(swallows = false) {
  const handled = new Set<string>();
  let isBroken = false;
  const listener: OrderedListener = {
    name: 'file',
    events: ['order.placed', 'order.accepted'],
    handle: async ({ id }: AccountEvent) => {
      if (isBroken && !swallows) throw new Error('no space left');
      handled.add(id);
      await Promise.resolve();
    },
  };
  const breakDown = () => {
    isBroken = true;
    return () => (isBroken = false);
  };
  return { listener, events, breakDown };
}

describe('the cases of ordered listeners', () => {
  it.each(ORDERED_LISTENER_CASES)('find no fault in one that $name', async ({ run }) => {
    await expect(run(keeping())).resolves.toBeUndefined();
  });

  const faulty = async (change: object): Promise<number> => {
    const subject = { ...keeping(), ...change };
    let found = 0;
    for (const { run } of ORDERED_LISTENER_CASES) {
      await run(subject).catch(() => found++);
    }
    return found;
  };

  it('find who swallows a failure, wants what is not told, or does not handle an event again', async () => {
    expect(await faulty(keeping(true))).toBe(1);
    const changed = (change: object) => {
      const subject = keeping();
      return faulty({ ...subject, listener: { ...subject.listener, ...change } });
    };
    expect(await changed({ events: ['balance.low'] })).toBe(1);
    expect(await changed({ name: 'A file' })).toBe(1);
    const seen = new Set<string>();
    const handle = async ({ id }: AccountEvent) => {
      await Promise.resolve();
      if (seen.has(id)) throw new Error('twice');
      seen.add(id);
    };
    expect(await changed({ handle })).toBe(3);
  });
});
