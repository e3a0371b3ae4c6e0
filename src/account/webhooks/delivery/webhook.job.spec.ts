import { vi } from 'vitest';
import type { JobQueue, JobSlots } from '../../../queue/job-queue.js';
import type { SlowReceivers } from '../../../queue/slow-receivers.js';
import type { WebhookRepository } from '../webhook.repository.js';
import type { AttemptOutcome, WebhookDelivery } from './webhook-delivery.service.js';
import { WebhookJob } from './webhook.job.js';
import type { WebhookOutcomes } from './webhook-outcomes.service.js';

const DAY_MS = 24 * 3_600_000;
const DELIVERED = { kind: 'delivered', httpStatus: 204 };

let outcomes: AttemptOutcome[];
let sent: number;
let receivers: SlowReceivers | undefined;
let job: WebhookJob;

beforeEach(async () => {
  outcomes = [];
  sent = 0;
  const webhooks = {
    find: (accountId: number) => Promise.resolve({ accountId, url: 'https://hook.example' }),
    failingAccounts: () => Promise.resolve([7]),
  };
  const delivery = { attempt: () => Promise.resolve((sent++, DELIVERED)) };
  const settle = (_webhook: unknown, _attempt: unknown, outcome: AttemptOutcome) => {
    outcomes.push(outcome);
    return Promise.resolve();
  };
  const work = vi.fn((_queue: string, slots: JobSlots) => {
    ({ receivers } = slots);
    return Promise.resolve();
  });
  job = new WebhookJob(
    webhooks as unknown as WebhookRepository,
    delivery as unknown as WebhookDelivery,
    { settle } as unknown as WebhookOutcomes,
    { work } as unknown as JobQueue,
  );
  await job.onApplicationBootstrap();
});

/** Runs the first attempt of a message that was written so many days ago. */
function run(accountId: number, daysAgo: number): Promise<void> {
  const body = JSON.stringify({ timestamp: new Date(Date.now() - daysAgo * DAY_MS) });
  return job.run({ accountId, id: 'msg_1', type: 'order.accepted', body, attempt: 1 });
}

it('an account whose messages did not arrive before the start is taken for slow', () => {
  expect(['6', '7'].filter((account) => receivers?.isSlow(account))).toEqual(['7']);
});

it('a message to a slow receiver is given up when it is four days old', async () => {
  await run(7, 4.1);
  expect(sent).toBe(0);
  expect(outcomes).toMatchObject([{ kind: 'failed', isFinal: true }]);
});

it('any other is sent', async () => {
  await run(8, 30);
  await run(7, 3.9);
  expect(sent).toBe(2);
  expect(outcomes).toEqual([DELIVERED, DELIVERED]);
});
