import { AccountService } from '../../account/account.service.js';
import type { AccountWebhook } from '../../account/webhooks/account-webhook.entity.js';
import { HeldMessages } from '../../account/webhooks/held-messages.service.js';
import {
  WebhookService,
  type ChangedWebhook,
} from '../../account/webhooks/settings/webhook.service.js';
import { money, text, time, whole } from '../answers/answer-fields.js';
import { shapeOf, type ShownBy } from '../answers/shape.js';
import { FlagField, MoneyField, TextField } from '../fields/fields.js';
import { operation, type Outcome, type Target } from '../operation.js';
import { ACCOUNT } from './account.operations.js';

export class WebhookSettingsDto {
  @TextField({
    max: 2_000,
    min: 1,
    example: 'https://acme.example/souk',
    description: 'Address of the receiver.',
  })
  url: string;

  @MoneyField({
    optional: true,
    nullable: true,
    nullWord: 'off',
    example: '50',
    description: 'USD: tell when less can be spent; null for never. It stays if it is left out.',
  })
  balance_low?: string | null;
}

export class MessageReleaseDto {
  @FlagField({ optional: true, flag: 'drop', description: 'True deletes them instead.' })
  drop?: boolean;
}

/** Where an account is told of its orders and balance, without the secret. */
export const WEBHOOK_SHAPE = shapeOf<AccountWebhook>()('WebhookDto', {
  account_id: whole({ example: 2 }),
  url: text({ example: 'https://acme.example/souk' }),
  balance_low: money.orNull({ example: '50' }),
  old_secret_until: time.orNull(({ previousUntil }) => previousUntil, {
    description: 'Until then the secret before signs as well; null if there is none.',
  }),
  created_at: time(),
});
export type WebhookDto = ShownBy<typeof WEBHOOK_SHAPE>;

const CHANGED_WEBHOOK = shapeOf<AccountWebhook & { readonly made: string | null }>()(
  'ChangedWebhookDto',
  {
    ...WEBHOOK_SHAPE.fields,
    secret: text.orNull(({ made }) => made, {
      example: 'whsec_…',
      description: 'If the request has made one; it is shown this once.',
    }),
  },
);
export type ChangedWebhookDto = ShownBy<typeof CHANGED_WEBHOOK>;

/** An account, of which its webhook is told; null if it has none. */
const WEBHOOK = {
  noun: 'account',
  shape: WEBHOOK_SHAPE,
  locked: async (services, manager, id) => {
    await services(AccountService).locked(manager, id);
    return services(WebhookService).find(id, manager);
  },
} satisfies Target<AccountWebhook | null>;

function changedOf({ webhook, secret }: ChangedWebhook): Outcome<ChangedWebhookDto> {
  const answer = CHANGED_WEBHOOK.of({ ...webhook, made: secret ?? null });
  return { answer, after: { ...WEBHOOK_SHAPE.of(webhook) } };
}

export const webhookSet = operation({
  name: 'webhook set',
  summary: 'tell an account; the signing secret is made, and shown, the first time',
  permission: 'webhooks.edit',
  route: 'PUT accounts/:id/webhook',
  target: WEBHOOK,
  input: WebhookSettingsDto,
  answer: CHANGED_WEBHOOK.type,
  run: async ({ services, manager, id, input: { url, balance_low: lowest } }) =>
    changedOf(await services(WebhookService).set(id, url, lowest, manager)),
});

export const webhookRotateSecret = operation({
  name: 'webhook rotate-secret',
  summary: 'make a new signing secret; the old one signs as well for 24 hours',
  permission: 'webhooks.edit',
  route: 'POST accounts/:id/webhook/rotate-secret',
  target: WEBHOOK,
  answer: CHANGED_WEBHOOK.type,
  run: async ({ services, manager, id }) =>
    changedOf(await services(WebhookService).rotateSecret(id, manager)),
});

export const webhookOff = operation({
  name: 'webhook off',
  summary: 'tell an account no more; what waits to be sent is dropped',
  permission: 'webhooks.edit',
  route: 'DELETE accounts/:id/webhook',
  target: WEBHOOK,
  run: async ({ services, manager, id }) => {
    const webhooks = services(WebhookService);
    const answer = WEBHOOK_SHAPE.of(await webhooks.get(id, manager));
    await webhooks.switchOff(id, manager);
    return { answer, after: { url: null } };
  },
});

const PING = shapeOf<{ readonly id: number; readonly status: number }>()('PingDto', {
  account_id: whole(({ id }) => id, { example: 2 }),
  http_status: whole(({ status }) => status, { example: 204 }),
});
export type PingDto = ShownBy<typeof PING>;

export const webhookTest = operation({
  name: 'webhook test',
  summary: 'send a ping now',
  permission: 'webhooks.resend',
  route: 'POST accounts/:id/webhook/test',
  kind: 'outside',
  target: ACCOUNT,
  answer: PING.type,
  run: async ({ services, id }) => {
    const status = await services(WebhookService).ping(id);
    return { answer: PING.of({ id, status }), after: { http_status: status } };
  },
});

const RELEASED_MESSAGES = shapeOf<{ readonly released: number; readonly dropped: number }>()(
  'ReleasedMessagesDto',
  {
    released: whole({ example: 12 }),
    dropped: whole({ example: 0 }),
  },
);
export type ReleasedMessagesDto = ShownBy<typeof RELEASED_MESSAGES>;

export const webhookRelease = operation({
  name: 'webhook release',
  summary: 'send the messages that were held back after a restore, or delete them',
  permission: 'webhooks.resend',
  route: 'POST webhook-messages/release',
  input: MessageReleaseDto,
  answer: RELEASED_MESSAGES.type,
  run: async ({ services, manager, input: { drop = false } }) => {
    const messages = services(HeldMessages);
    const held = drop ? await messages.drop(manager) : await messages.release(manager);
    const answer = { released: drop ? 0 : held, dropped: drop ? held : 0 };
    return { answer: RELEASED_MESSAGES.of(answer), before: { held } };
  },
});

export const WEBHOOK_OPERATIONS = [
  ...[webhookSet, webhookRotateSecret, webhookOff],
  ...[webhookTest, webhookRelease],
];
