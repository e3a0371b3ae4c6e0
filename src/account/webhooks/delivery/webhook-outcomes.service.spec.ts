import { vi } from 'vitest';
import type { Logger } from 'pino';
import type { Database } from '../../../database/database.js';
import type { JobQueue } from '../../../queue/job-queue.js';
import type { AccountWebhook } from '../account-webhook.entity.js';
import type { WebhookRepository } from '../webhook.repository.js';
import type { SentMessages } from './sent-messages.repository.js';
import type { AttemptOutcome } from './webhook-delivery.service.js';
import { WebhookOutcomes } from './webhook-outcomes.service.js';

const WEBHOOK = { accountId: 7, url: 'https://hook.example/' } as AccountWebhook;
const ORDER = { orderId: 'ID_0000000000000001', orderUuid: 'key-1' };
const BODY = JSON.stringify({ data: { order_id: ORDER.orderId, order_uuid: ORDER.orderUuid } });
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
    { err: error, accountId: 7, message: 'msg_1', attempts: 2, ...ORDER },
    expect.stringContaining('has arrived'),
  );
});

it.each<[AttemptOutcome, 'failed' | 'given_up' | 'gone']>([
  [{ kind: 'failed', reason: 'late' }, 'failed'],
  [{ kind: 'failed', reason: 'late', isFinal: true }, 'given_up'],
  [{ kind: 'gone' }, 'gone'],
])(
  'an attempt that ends like %j is counted as %s, and its line names the order',
  async (end, name) => {
    const warn = vi.fn();
    const outcomes = new WebhookOutcomes(
      { transaction: () => Promise.resolve() } as unknown as Database,
      { remove: () => Promise.resolve() } as unknown as WebhookRepository,
      {} as SentMessages,
      {} as JobQueue,
      { warn } as unknown as Logger,
    );
    await outcomes.settle(WEBHOOK, ATTEMPT, end);
    expect(outcomes.attempts).toEqual({ delivered: 0, failed: 0, given_up: 0, gone: 0, [name]: 1 });
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ accountId: 7, message: 'msg_1', ...ORDER }),
      expect.any(String),
    );
  },
);
