import type { CallHandler, ExecutionContext } from '@nestjs/common';
import { vi } from 'vitest';
import { Reflector } from '@nestjs/core';
import { from, lastValueFrom } from 'rxjs';
import { Lanes } from '../../common/lanes.js';
import { OperatorSlots } from './operator-slots.js';
import { RequestSlots } from './request-slots.interceptor.js';

const contextOf = (request: object): ExecutionContext =>
  ({
    getHandler: () => () => undefined,
    switchToHttp: () => ({ getRequest: () => request }),
  }) as unknown as ExecutionContext;
const context = contextOf({ method: 'GET', headers: {} });

it('four requests are worked on at a time, two of an operator, and 100 more of one may wait', async () => {
  const slots = new RequestSlots(new Reflector(), new OperatorSlots(new Lanes()));
  const held = Promise.withResolvers<undefined>();
  let [running, most] = [0, 0];
  const work = async (): Promise<string> => {
    most = Math.max(most, ++running);
    await held.promise;
    running -= 1;
    return 'done';
  };
  const next: CallHandler = { handle: () => from(work()) };
  const ask = async (operatorId: number): Promise<unknown> => {
    const operator = { principal: { operatorId } };
    return lastValueFrom(
      await slots.intercept(contextOf({ method: 'GET', headers: {}, operator }), next),
    );
  };

  const asked = Array.from({ length: 103 }, () => ask(1));
  await expect(asked[102]).rejects.toThrow('Too many requests of operators at once.');
  expect(most).toBe(2);
  asked.push(ask(2), ask(3));
  held.resolve(undefined);

  void asked.splice(102, 1);
  expect(await Promise.all(asked)).toEqual(Array<string>(104).fill('done'));
  expect(most).toBe(4);
});

it('a request that takes more than a minute is answered, and leaves its slot', async () => {
  vi.useFakeTimers();
  try {
    const slots = new RequestSlots(new Reflector(), new OperatorSlots(new Lanes()));
    const endless: CallHandler = { handle: () => from(new Promise(() => undefined)) };
    const answered = lastValueFrom(await slots.intercept(context, endless));
    const refused = expect(answered).rejects.toThrow('It takes too long.');
    await vi.advanceTimersByTimeAsync(60_000);
    await refused;
  } finally {
    vi.useRealTimers();
  }
});

it('the time limit of a request is aborted when it is answered', async () => {
  vi.useFakeTimers();
  try {
    const request: { method: string; headers: object; timeLimit?: AbortSignal } = {
      method: 'GET',
      headers: {},
    };
    const endless: CallHandler = { handle: () => from(new Promise(() => undefined)) };
    const answered = lastValueFrom(
      await new RequestSlots(new Reflector(), new OperatorSlots(new Lanes())).intercept(
        contextOf(request),
        endless,
      ),
    );
    const refused = expect(answered).rejects.toThrow('It takes too long.');
    await vi.advanceTimersByTimeAsync(59_000);
    expect(request.timeLimit?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    await refused;
    expect(request.timeLimit?.aborted).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

describe('an operator whose token has ended while the request waited', () => {
  const ask = async (method: string) => {
    const assertStillAdmitted = vi.fn(() => Promise.reject(new Error('not any more')));
    const handle = vi.fn(() => from(['done']));
    // A body that was read already.
    const bodyRead = Promise.resolve(Buffer.alloc(0));
    const operator = { principal: { operatorId: 1 }, assertStillAdmitted };
    const request = { method, headers: {}, bodyRead, operator };
    const answer = lastValueFrom(
      await new RequestSlots(new Reflector(), new OperatorSlots(new Lanes())).intercept(
        contextOf(request),
        {
          handle,
        },
      ),
    );
    const result = await answer.catch((error: unknown) => (error as Error).message);
    return {
      result,
      asked: assertStillAdmitted.mock.calls.length,
      handled: handle.mock.calls.length,
    };
  };

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s never reaches the handler', async (method) => {
    expect(await ask(method)).toEqual({ result: 'not any more', asked: 1, handled: 0 });
  });

  it.each(['GET', 'HEAD'])('%s is not asked again', async (method) => {
    expect(await ask(method)).toEqual({ result: 'done', asked: 0, handled: 1 });
  });
});
