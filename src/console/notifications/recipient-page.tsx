import type { NotificationRecipient } from '../../notifications/recipients/recipient.entity.js';
import {
  recipientSet,
  RECIPIENT_SHAPE,
} from '../../operations/notifications/notification.operations.js';
import { FormDisclosure, FormCard, DetailsCard } from '../../pages/card.js';
import { LinkLine } from '../../pages/text-links.js';
import { FaultNotice, type FormState } from '../../pages/form.js';
import { isolated } from '../../locales/language.js';
import { Code, Text, Time } from '../../pages/values.js';
import type { RefusedForm } from '../http/refused-form.js';
import { formFor } from '../operations/form-for.js';
import { DoneNotice } from '../shell/done-notice.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { Obstacles } from './obstacles.js';
import { RecipientFields } from './recipient-fields.js';
import { NOTIFICATIONS } from './recipients-page.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** One recipient: how sending goes, and what can be changed. */
export function recipientPage(
  visit: Visit,
  recipient: NotificationRecipient,
  hasMailServer: boolean,
  refused?: RefusedForm<string>,
): Page {
  const change = refused?.name === 'change' ? refused.state : undefined;
  const fault = refused?.state.fault;
  const words = wordsOf(visit.language, 'notification');
  return {
    title: `${words.recipient} ${isolated(recipient.name)}`,
    content: (
      <>
        <DoneNotice said={{ saved: words.saved, tested: words.tested }} />
        {fault && !change && <FaultNotice fault={fault} />}
        <Obstacles recipient={recipient} hasMailServer={hasMailServer} />
        <DetailsCard
          entries={[
            [words.kind, words.kinds[recipient.kind]],
            [words.address, <Code>{recipient.address}</Code>],
            [words.created, <Time value={recipient.createdAt} />],
            [words.lastSent, <Time value={recipient.lastSentAt} />],
            recipient.lastError !== '' && [words.lastError, <Text>{recipient.lastError}</Text>],
          ]}
        />
        {visit.caller.may('notifications.edit') && <Changes recipient={recipient} state={change} />}
        <LinkLine to={NOTIFICATIONS}>{words.back}</LinkLine>
      </>
    ),
  };
}

interface ChangesProps {
  readonly recipient: NotificationRecipient;
  readonly state: FormState | undefined;
}

function Changes({ recipient, state }: ChangesProps) {
  const words = useWords('notification');
  const to = (what: string): string => `${NOTIFICATIONS}/${recipient.name}/${what}`;
  return (
    <>
      <div class="columns">
        <FormCard
          title={words.changeTitle}
          to={to('change')}
          state={state}
          button={words.save}
          {...formFor(recipientSet, RECIPIENT_SHAPE.of(recipient))}
        >
          <RecipientFields />
        </FormCard>
        <FormCard title={words.testTitle} to={to('test')} button={words.test} />
      </div>
      <FormDisclosure
        title={words.removeTitle}
        to={to('remove')}
        button={words.remove}
        kind="danger"
      />
    </>
  );
}
