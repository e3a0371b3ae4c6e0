import type { CallHandler, ExecutionContext } from '@nestjs/common';
import { jest } from '@jest/globals';
import { Reflector } from '@nestjs/core';
import { from, lastValueFrom } from 'rxjs';
import { RequestSlots } from './request-slots.interceptor.js';

const context = {
  getHandler: () => () => undefined,
  switchToHttp: () => ({ getRequest: () => ({ method: 'GET', headers: {} }) }),
} as unknown as ExecutionContext;

it('four requests are worked on at a time, and 200 more may wait', async () => {
  const slots = new RequestSlots(new Reflector());
  const held = Promise.withResolvers<undefined>();
  let [running, most] = [0, 0];
  const work = async (): Promise<string> => {
    most = Math.max(most, ++running);
    await held.promise;
    running -= 1;
    return 'done';
  };
  const next: CallHandler = { handle: () => from(work()) };
  const ask = async (): Promise<unknown> => lastValueFrom(await slots.intercept(context, next));

  const asked = Array.from({ length: 205 }, ask);
  await expect(asked[204]).rejects.toThrow('Too many requests of operators at once.');
  held.resolve(undefined);

  expect(await Promise.all(asked.slice(0, 204))).toEqual(Array<string>(204).fill('done'));
  expect(most).toBe(4);
});

it('a request that takes more than a minute is answered, and leaves its slot', async () => {
  jest.useFakeTimers();
  try {
    const slots = new RequestSlots(new Reflector());
    const endless: CallHandler = { handle: () => from(new Promise(() => undefined)) };
    const answered = lastValueFrom(await slots.intercept(context, endless));
    const refused = expect(answered).rejects.toThrow('It takes too long.');
    await jest.advanceTimersByTimeAsync(60_000);
    await refused;
  } finally {
    jest.useRealTimers();
  }
});
