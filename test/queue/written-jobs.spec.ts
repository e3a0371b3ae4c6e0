import { Database } from '../../src/database/database.js';
import { JobQueue, type JobTiming } from '../../src/queue/job-queue.js';
import { DUE_JOB, LATER_JOB } from '../../src/queue/job-schema.js';
import type { TestShop } from '../support/test-shop.js';
import { workerShop } from '../support/worker-shop.js';

let shop: TestShop;

beforeAll(async () => {
  shop = await workerShop();
});

/** @returns whether a job that is written so has its turn at once, or in its time; it is never committed. */
async function written(timing: JobTiming): Promise<{ due: boolean; later: boolean }> {
  const database = shop.service(Database);
  let row: { due: boolean; later: boolean } | undefined;
  const undone = new Error('undone');
  const transaction = database.transaction(async (manager) => {
    await shop.service(JobQueue).send(manager, 'webhook', { accountId: 0, id: 'x' }, timing);
    [row] = await manager.query<(typeof row)[]>(
      `SELECT ${DUE_JOB} AS due, ${LATER_JOB} AS later FROM pgboss.job
       WHERE name = 'webhook' AND data ->> 'accountId' = '0'`,
    );
    throw undone;
  });
  await expect(transaction).rejects.toBe(undone);
  return row!;
}

it('a job without a delay has its turn as soon as it is written, also one that was tried before', async () => {
  expect(await written({})).toEqual({ due: true, later: false });
  expect(await written({ isRetry: true })).toEqual({ due: true, later: false });
});

it('one with a delay has it when its time has come', async () => {
  expect(await written({ afterSeconds: 5 })).toEqual({ due: false, later: true });
});
