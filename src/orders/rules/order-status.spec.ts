import { FIRST_STATUS, ORDER_STATUSES, TRANSITIONS, canBecome } from './order-status.js';

describe('order status', () => {
  it('reaches every state from the first one', () => {
    const reached = new Set([FIRST_STATUS]);
    for (const from of reached) for (const to of TRANSITIONS[from]) reached.add(to);
    expect(reached).toEqual(new Set(ORDER_STATUSES));
  });

  it('never leaves accept and reject', () => {
    for (const to of ORDER_STATUSES) {
      expect(canBecome('accept', to)).toBe(false);
      expect(canBecome('reject', to)).toBe(false);
    }
  });
});
