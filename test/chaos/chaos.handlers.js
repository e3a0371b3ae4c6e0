import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Handlers as a team of its own would write them, for orders that end in every way: by a job or at once, accepted or
 * rejected, now or a moment later. Which one it is stands in the product's settings.
 */
const delivered = ({ orderId }) => ({ kind: 'delivered', codes: [`CODE-${orderId}`] });

export const fulfillmentHandlers = [
  {
    code: 'chaos-job',
    checkSettings: () => undefined,
    deliver: async (order, { ending }) => {
      if (ending === 'refused') return { kind: 'refused', reason: 'always refused' };
      const age = Date.now() - order.createdAt.getTime();
      if (ending === 'slow') await sleep(1000);
      // Longer than a stopping server waits.
      if (ending === 'stubborn' && age < 10_000) await sleep(60_000);
      if (ending === 'later' && age < 1000) {
        return { kind: 'pending', againInSeconds: 1, note: 'a moment' };
      }
      return delivered(order);
    },
  },
  {
    code: 'chaos-at-once',
    checkSettings: () => undefined,
    deliverInTransaction: async (_manager, order, { ending }) =>
      ending === 'refused' ? { kind: 'refused', reason: 'out of stock' } : delivered(order),
  },
];
