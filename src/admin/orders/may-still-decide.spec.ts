import type { Caller } from '../access/caller.js';
import { mayStillDecide } from './may-still-decide.js';

it('several orders are decided as long as the operator may, and the time is not over', async () => {
  const asked: string[] = [];
  const caller = {
    assertStillMay: (permission: string) => Promise.resolve(asked.push(permission)),
  };
  const limit = new AbortController();
  const mayGoOn = mayStillDecide(caller as unknown as Caller, limit.signal);
  await mayGoOn();
  await mayGoOn();
  expect(asked).toEqual(['orders.decide', 'orders.decide']);

  limit.abort(new Error('the time is over'));
  await expect(mayGoOn()).rejects.toThrow('the time is over');
  expect(asked).toHaveLength(2);
});
