import type { Notice } from '../messages/notice.js';
import type { Topic } from '../topics.js';
import { hears, wantedOf } from './wanted.js';

const listening = (overdueMinutes: number, ...topics: Topic[]) => ({ topics, overdueMinutes });

describe('what is looked for', () => {
  it('is what somebody wants to be told of', () => {
    expect(
      wantedOf([
        listening(30, 'order.overdue', 'stock.low'),
        listening(60, 'order.overdue', 'stock.low', 'account.halted'),
        listening(30, 'order.overdue'),
        listening(99, 'order.waiting'),
      ]),
    ).toEqual({
      waiting: true,
      overdueMinutes: [30, 60],
      lasting: ['stock.low', 'account.halted'],
    });
  });

  it('is nothing where nobody is told', () => {
    const nothing = { waiting: false, overdueMinutes: [], lasting: [] };
    expect([wantedOf([]), wantedOf([listening(30)])]).toEqual([nothing, nothing]);
  });
});

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
