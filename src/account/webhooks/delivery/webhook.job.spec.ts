import { vi } from 'vitest';
import type { EntityManager } from 'typeorm';
import type { Database } from '../../../database/database.js';
import type { JobQueue, JobTiming } from '../../../queue/job-queue.js';
import type { WebhookRepository } from '../webhook.repository.js';
import type { WebhookDelivery } from './webhook-delivery.service.js';
import { WebhookJob } from './webhook.job.js';
import type { WebhookOutcomes } from './webhook-outcomes.service.js';

const MESSAGE = { accountId: 7, id: 'msg_1', type: 'order.accepted', body: '{}', attempt: 1 };

let now = 0;
/** The time that a receiver takes to answer. */
let answerTimeMs: number;
let asked: number[];
let postponed: { attempt: unknown; afterSeconds: number | undefined }[];
let job: WebhookJob;

beforeEach(() => {
  now = 1_000_000;
  asked = [];
  postponed = [];
  vi.spyOn(Date, 'now').mockImplementation(() => now);
  const manager = {} as EntityManager;
  const database = { transaction: (work: (manager: EntityManager) => unknown) => work(manager) };
  const webhooks = {
    find: (accountId: number) =>
      Promise.resolve({ accountId, url: `https://hook.example:${accountId}` }),
  };
  const delivery = {
    attempt: ({ url }: { url: string }) => {
      asked.push(Number(new URL(url).port));
      now += answerTimeMs;
      return Promise.resolve({ kind: 'delivered', httpStatus: 200 });
    },
  };
  const jobs = {
    send: (_manager: unknown, _queue: string, data: object, timing: JobTiming) => {
      postponed.push({ attempt: data, afterSeconds: timing.afterSeconds });
      return Promise.resolve();
    },
  };
  job = new WebhookJob(
    database as unknown as Database,
    webhooks as unknown as WebhookRepository,
    delivery as unknown as WebhookDelivery,
    { settle: () => Promise.resolve() } as unknown as WebhookOutcomes,
    jobs as unknown as JobQueue,
  );
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('a message', () => {
  it('to a receiver that was slow is postponed without counting as an attempt; those to others are sent', async () => {
    answerTimeMs = 6_000;
    await job.run(MESSAGE);
    answerTimeMs = 10;

    await job.run({ ...MESSAGE, id: 'msg_2' });
    await job.run({ ...MESSAGE, accountId: 8 });

    expect(asked).toEqual([7, 8]);
    expect(postponed).toEqual([{ attempt: { ...MESSAGE, id: 'msg_2' }, afterSeconds: 30 }]);
    now += 30_000;
    await job.run({ ...MESSAGE, id: 'msg_2' });
    expect(asked).toEqual([7, 8, 7]);
  });

  it('to a receiver that was fast is sent', async () => {
    answerTimeMs = 4_000;
    await job.run(MESSAGE);
    await job.run(MESSAGE);
    expect(asked).toEqual([7, 7]);
    expect(postponed).toEqual([]);
  });
});
