import type { Topic } from '../topics.js';
import { wantedOf } from './wanted.js';

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
