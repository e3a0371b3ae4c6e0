import { vi } from 'vitest';
import type { Logger } from 'pino';
import type { Database } from '../../../database/database.js';
import type { JobQueue } from '../../../queue/job-queue.js';
import type { AccountWebhook } from '../account-webhook.entity.js';
import type { WebhookRepository } from '../webhook.repository.js';
import type { SentMessages } from './sent-messages.repository.js';
import { WebhookOutcomes } from './webhook-outcomes.service.js';

const WEBHOOK = { accountId: 7, url: 'https://hook.example/' } as AccountWebhook;
const BODY = JSON.stringify({ data: { order_id: 'ID_0000000000000001' } });
const ATTEMPT = { accountId: 7, id: 'msg_1', type: 'order.accepted', body: BODY, attempt: 2 };

it('a message that has arrived is not sent again because that could not be noted', async () => {
  const error = new Error('Connection terminated unexpectedly');
  const warn = vi.fn();
  const gone = vi.fn(() => Promise.reject(error));
  const outcomes = new WebhookOutcomes(
    {} as Database,
    { forgetFailure: gone } as unknown as WebhookRepository,
    { note: gone } as unknown as SentMessages,
    {} as JobQueue,
    { warn } as unknown as Logger,
  );
  await outcomes.settle(WEBHOOK, ATTEMPT, { kind: 'delivered', httpStatus: 204 });
  expect(gone).toHaveBeenCalledTimes(1);
  expect(warn).toHaveBeenCalledWith(
    { err: error, accountId: 7, message: 'msg_1', attempts: 2 },
    expect.stringContaining('has arrived'),
  );
});
