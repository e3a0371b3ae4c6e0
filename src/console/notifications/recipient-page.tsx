import type { VNode } from 'preact';
import { entityTagOf } from '../../admin/http/precondition.js';
import type { NotificationRecipient } from '../../notifications/recipients/recipient.entity.js';
import { RECIPIENT_SHAPE } from '../../operations/notifications/notification.operations.js';
import { Disclosure } from '../../pages/disclosure.js';
import { FormCard, DetailsCard } from '../../pages/card.js';
import { LinkLine } from '../../pages/text-links.js';
import { ENTITY_TAG_FIELD, FaultNotice, Form, Submit } from '../../pages/form.js';
import { isolated } from '../../pages/language.js';
import { Code, Text, Time } from '../../pages/values.js';
import type { RefusedForm } from '../http/refused-form.js';
import { DoneNotice } from '../shell/done-notice.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { Obstacles } from './obstacles.js';
import { NOTIFICATION_WORDS } from './notification-words.js';
import { RecipientFields, recipientFormOf, type RecipientForm } from './recipient-fields.js';
import { NOTIFICATIONS } from './recipients-page.js';

/** One recipient: how sending goes, and what can be changed. */
export function recipientPage(
  visit: Visit,
  recipient: NotificationRecipient,
  hasMailServer: boolean,
  refused?: RefusedForm<string>,
): Page {
  const change = refused?.name === 'change' ? recipientFormOf(refused) : undefined;
  const fault = refused?.state.fault;
  const words = NOTIFICATION_WORDS[visit.language];
  return {
    title: `${words.recipient} ${isolated(recipient.name)}`,
    status: fault?.status,
    content: (
      <>
        <DoneNotice visit={visit} said={{ saved: words.saved, tested: words.tested }} />
        {fault && !change && <FaultNotice fault={fault} />}
        <Obstacles visit={visit} recipient={recipient} hasMailServer={hasMailServer} />
        <DetailsCard
          entries={[
            [words.kind, words.kinds[recipient.kind]],
            [words.address, <Code>{recipient.address}</Code>],
            [words.created, <Time value={recipient.createdAt} />],
            [words.lastSent, <Time value={recipient.lastSentAt} />],
            recipient.lastError === ''
              ? undefined
              : [words.lastError, <Text>{recipient.lastError}</Text>],
          ]}
        />
        {visit.caller.may('notifications.edit') && (
          <Changes visit={visit} recipient={recipient} state={change} />
        )}
        <LinkLine to={NOTIFICATIONS}>{words.back}</LinkLine>
      </>
    ),
  };
}

interface ChangesProps {
  readonly visit: Visit;
  readonly recipient: NotificationRecipient;
  readonly state: RecipientForm | undefined;
}

function Changes({ visit: { language, links }, recipient, state }: ChangesProps): VNode {
  const words = NOTIFICATION_WORDS[language];
  const shape = RECIPIENT_SHAPE.of(recipient);
  const action = (what: string): string => links.to(`${NOTIFICATIONS}/${recipient.name}/${what}`);
  return (
    <>
      <div class="columns">
        <FormCard
          title={words.changeTitle}
          action={action('change')}
          hidden={{ [ENTITY_TAG_FIELD]: entityTagOf(shape) }}
          state={state}
          button={words.save}
        >
          <RecipientFields state={state} present={shape} />
        </FormCard>
        <FormCard title={words.testTitle} action={action('test')} button={words.test} />
      </div>
      <Disclosure title={words.removeTitle}>
        <Form action={action('remove')} label={words.removeTitle}>
          <Submit kind="danger">{words.remove}</Submit>
        </Form>
      </Disclosure>
    </>
  );
}
