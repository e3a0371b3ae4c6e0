import type { ComponentProps } from 'preact';
import { RECIPIENT_KINDS } from '../../notifications/recipients/recipient.entity.js';
import type {
  ListedRecipientDto,
  recipientList,
} from '../../operations/notifications/notification.lists.js';
import {
  recipientCreate,
  type CreatedRecipientDto,
} from '../../operations/notifications/notification.operations.js';
import { FormDisclosure, Card } from '../../pages/card.js';
import { CodeLink, LinkLine } from '../../pages/text-links.js';
import { Choice, Input } from '../../pages/form.js';
import { Notice } from '../../pages/notice.js';
import { Secret } from '../../pages/secret.js';
import { Table, type Column } from '../../pages/table.js';
import { Code, Text, Time } from '../../pages/values.js';
import { DoneNotice } from '../shell/done-notice.js';
import { ShopParts } from '../shop/shop-parts.js';
import { formFor } from '../operations/form-for.js';
import type { Listed } from '../operations/list-page.decorator.js';
import { ListLinks } from '../shell/list-links.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { lacksMailServer, NoMailServer, Obstacles } from './obstacles.js';
import { RecipientFields, topicText } from './recipient-fields.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** Pages of notifications, below the home page. */
export const NOTIFICATIONS = 'shop/notifications';

/** Who is notified of what, and the form that adds somebody. */
export function recipientsPage(
  visit: Visit,
  { found, refused }: Listed<typeof recipientList>,
  hasMailServer: boolean,
): Page {
  const isFirst = found.items.length === 0 && found.next === null;
  const words = wordsOf(visit.language, 'notification');
  return {
    title: words.notifications,
    content: (
      <>
        <ShopParts />
        <DoneNotice said={{ removed: words.removed }} />
        {found.items.some((one) => lacksMailServer(one, hasMailServer)) && <NoMailServer />}
        <p class="hint">{words.soon}</p>
        <Table
          label={words.notifications}
          columns={columnsOf(visit)}
          rows={found.items}
          whenEmpty={words.none}
        />
        <ListLinks path={NOTIFICATIONS} next={found.next} />
        {visit.caller.may('notifications.edit') && (
          <NewRecipient state={refused?.state} isOpen={isFirst} />
        )}
      </>
    ),
  };
}

function columnsOf({ language }: Visit): Column<ListedRecipientDto>[] {
  const words = wordsOf(language, 'notification');
  return [
    [words.name, ({ name }) => <CodeLink to={`${NOTIFICATIONS}/${name}`}>{name}</CodeLink>],
    [words.kind, ({ kind }) => words.kinds[kind], 'words'],
    [words.address, ({ address }) => <Code>{address}</Code>],
    [
      words.topics,
      ({ topics }) =>
        topics.length === 0
          ? words.noTopics
          : topics.map((topic) => <div key={topic}>{topicText(language, topic)}</div>),
    ],
    [words.lastSent, ({ last_sent_at: time }) => <Time value={time} />],
    [words.lastError, ({ last_error: error }) => <Text>{error}</Text>],
  ];
}

function NewRecipient(props: Pick<ComponentProps<typeof FormDisclosure>, 'state' | 'isOpen'>) {
  const words = useWords('notification');
  return (
    <FormDisclosure
      {...props}
      title={words.addTitle}
      to={NOTIFICATIONS}
      button={words.add}
      {...formFor(recipientCreate)}
    >
      <Input name="name" label={words.name} hint={words.nameHint} />
      <Choice
        name="kind"
        label={words.kind}
        options={RECIPIENT_KINDS.map((kind) => [kind, words.kinds[kind]] as const)}
        value="email"
      />
      <RecipientFields isNew />
    </FormDisclosure>
  );
}

/** A recipient that was just made, with the secret of a webhook, which is shown this once. */
export function createdRecipientPage(
  { language }: Visit,
  made: CreatedRecipientDto,
  hasMailServer: boolean,
): Page {
  const settings = `${NOTIFICATIONS}/${made.name}`;
  const isTold = made.topics.length > 0 && !lacksMailServer(made, hasMailServer);
  const words = wordsOf(language, 'notification');
  return {
    title: words.notifications,
    content: (
      <>
        <Notice kind="good">{isTold ? words.added : words.kept}</Notice>
        <Obstacles recipient={made} hasMailServer={hasMailServer} settings={settings} />
        {made.secret !== null && (
          <Card title={words.secret}>
            <p>{words.secretHint}</p>
            <Secret>{made.secret}</Secret>
          </Card>
        )}
        <p>
          <CodeLink to={settings}>{made.name}</CodeLink>
        </p>
        <LinkLine to={NOTIFICATIONS}>{words.back}</LinkLine>
      </>
    ),
  };
}
