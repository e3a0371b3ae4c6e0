import {
  RECIPIENT_KINDS,
  type NotificationRecipient,
  type RecipientKind,
} from '../../notifications/recipients/recipient.entity.js';
import {
  MAX_OVERDUE_MINUTES,
  USUAL_OVERDUE_MINUTES,
} from '../../notifications/recipients/recipient-settings.js';
import { Recipients } from '../../notifications/recipients/recipients.service.js';
import { TestNotices } from '../../notifications/sending/test-notice.service.js';
import { TOPIC_NAMES, type Topic } from '../../notifications/topics.js';
import { flag, text, time, whole, word, words } from '../answers/answer-fields.js';
import { shapeOf, type ShownBy } from '../answers/shape.js';
import { camelCased } from '../../common/camel-cased.js';
import { IntegerField, TextField, WordField, WordsField } from '../fields/fields.js';
import { operation, type Target } from '../operation.js';
import { LanguageField } from '../shop/convention.operations.js';

const NAME = { example: 'night-shift' } as const;
const ADDRESS = {
  min: 1,
  max: 2000,
  description: 'A URL of a webhook, or an e-mail address.',
  example: 'ops@shop.example',
} as const;
const TOPICS = { example: ['order.waiting', 'account.halted'] };
const MINUTES = {
  min: 1,
  max: MAX_OVERDUE_MINUTES,
  optional: true,
  description: 'An order that waits for longer is one of `order.overdue`.',
  example: 30,
} as const;

const LANGUAGE = 'Of mails; null for that of the shop. Messages to webhooks have none.';

export class NewRecipientDto {
  @TextField({ min: 1, max: 40, ...NAME })
  name: string;

  @WordField(RECIPIENT_KINDS)
  kind: RecipientKind;

  @TextField(ADDRESS)
  address: string;

  @WordsField(TOPIC_NAMES, TOPICS)
  topics: Topic[];

  @IntegerField(MINUTES)
  overdue_minutes?: number;

  @LanguageField(LANGUAGE)
  language?: string | null;
}

/** What is left out stays. */
export class RecipientChangeDto {
  @TextField({ ...ADDRESS, optional: true })
  address?: string;

  @WordsField(TOPIC_NAMES, { ...TOPICS, optional: true })
  topics?: Topic[];

  @IntegerField(MINUTES)
  overdue_minutes?: number;

  @LanguageField(LANGUAGE)
  language?: string | null;
}

/** Who is notified of what. How sending goes is no part of it, so its `ETag` stays. */
export const RECIPIENT_SHAPE = shapeOf<NotificationRecipient>()('RecipientDto', {
  name: text(NAME),
  kind: word(RECIPIENT_KINDS)(),
  address: text({ example: 'ops@shop.example' }),
  topics: words(TOPIC_NAMES)(),
  overdue_minutes: whole({ example: 30 }),
  language: text.orNull({ example: null }),
  created_at: time(),
});
export type RecipientDto = ShownBy<typeof RECIPIENT_SHAPE>;

const CREATED_RECIPIENT = shapeOf<NotificationRecipient & { readonly made: string | null }>()(
  'CreatedRecipientDto',
  {
    ...RECIPIENT_SHAPE.fields,
    secret: text.orNull(({ made }) => made, {
      description: 'Signs the messages of a webhook; shown this once. Null for e-mail.',
    }),
  },
);
export type CreatedRecipientDto = ShownBy<typeof CREATED_RECIPIENT>;

const RECIPIENT = {
  noun: 'recipient',
  shape: RECIPIENT_SHAPE,
  locked: (services, manager, name) => services(Recipients).locked(manager, name),
} satisfies Target<NotificationRecipient, string>;

export const recipientCreate = operation({
  name: 'notify set',
  operationId: 'notification-create',
  summary: 'notify somebody; the secret of a webhook is shown once',
  permission: 'notifications.edit',
  route: 'POST notifications',
  makes: true,
  input: NewRecipientDto,
  answer: CREATED_RECIPIENT.type,
  run: async ({ services, manager, input }) => {
    const usual = { overdueMinutes: USUAL_OVERDUE_MINUTES, language: null };
    const settings = { ...usual, ...camelCased(input) };
    const { recipient, secret = null } = await services(Recipients).create(manager, settings);
    const answer = CREATED_RECIPIENT.of(Object.assign(recipient, { made: secret }));
    return { answer, after: { ...RECIPIENT_SHAPE.of(recipient) } };
  },
});

export const recipientSet = operation({
  name: 'notify set',
  operationId: 'notification-set',
  summary: 'change of what somebody is notified, and where',
  permission: 'notifications.edit',
  route: 'PATCH notifications/:name',
  kind: 'setting',
  target: RECIPIENT,
  input: RecipientChangeDto,
  run: async ({ services, manager, thing, input }) => {
    await services(Recipients).change(manager, thing, camelCased(input));
  },
});

export const recipientRemove = operation({
  name: 'notify remove',
  operationId: 'notification-remove',
  summary: 'notify somebody no more',
  permission: 'notifications.edit',
  route: 'DELETE notifications/:name',
  target: RECIPIENT,
  run: async ({ services, manager, thing }) => {
    await services(Recipients).remove(manager, thing.name);
    return { answer: RECIPIENT_SHAPE.of(thing), after: null };
  },
});

const TESTED_RECIPIENT = shapeOf<string>()('TestedRecipientDto', {
  name: text((name) => name, NAME),
  arrived: flag(() => true, {
    description: 'True: the receiver or the mail server has taken the message.',
  }),
});

export const recipientTest = operation({
  name: 'notify test',
  operationId: 'notification-test',
  summary: 'send a test now; 409 says why it did not arrive',
  permission: 'notifications.edit',
  route: 'POST notifications/:name/test',
  kind: 'outside',
  target: RECIPIENT,
  answer: TESTED_RECIPIENT.type,
  run: async ({ services, id: name }) => {
    await services(TestNotices).send(name);
    return { answer: TESTED_RECIPIENT.of(name), after: { arrived: true } };
  },
});

export const NOTIFICATION_OPERATIONS = [
  ...[recipientCreate, recipientSet, recipientRemove, recipientTest],
];
