import type { Notice } from '../messages/notice.js';
import type { Topic } from '../topics.js';
import { hears } from './hears.js';

const listening = (overdueMinutes: number, ...topics: Topic[]) => ({ topics, overdueMinutes });

it('a recipient gets its topics, and orders of its own age', () => {
  const overdue = (minutes: number): Notice => ({
    type: 'order.overdue',
    data: { count: 1, more: false, minutes, orders: [], products: [] },
  });
  const halted: Notice = { type: 'account.halted', data: { count: 1, items: [] } };
  const recipient = listening(30, 'order.overdue');
  expect([overdue(30), overdue(60), halted].map((one) => hears(recipient, one))).toEqual([
    true,
    false,
    false,
  ]);
  expect(hears(listening(30, 'account.halted'), halted)).toBe(true);
});
