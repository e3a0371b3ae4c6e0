import type { VNode } from 'preact';
import type {
  WebhookFailureDto,
  webhookFailures,
} from '../../operations/accounts/webhook.lists.js';
import type { PageOf } from '../../operations/lists/list.js';
import { FormCard } from '../../pages/card.js';
import { CodeLink, LinkLine } from '../../pages/text-links.js';
import { Check, Form, Input, Submit, type FormState } from '../../pages/form.js';
import { Notice } from '../../pages/notice.js';
import { Table, type Column } from '../../pages/table.js';
import { Code, Text, Time } from '../../pages/values.js';
import { ListLinks } from '../shell/list-links.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { WEBHOOK_WORDS } from './webhook-words.js';

/** The messages that have not arrived, the last failed first. */
export function failuresPage(
  visit: Visit,
  state: FormState,
  found: PageOf<typeof webhookFailures>,
): Page {
  const { language } = visit;
  const words = WEBHOOK_WORDS[language];
  return {
    title: words.webhooks,
    status: state.fault?.status,
    content: (
      <>
        <Released visit={visit} />
        <Form to="shop/webhooks" method="get" class="filter" state={state} label={words.find}>
          <Input name="account_id" label={words.account} isDecimal isOptional state={state} />
          <Submit>{words.find}</Submit>
        </Form>
        {state.values?.account_id !== undefined && !state.fault && (
          <LinkLine to={`shop/webhooks/${state.values.account_id}`}>{words.settings}</LinkLine>
        )}
        <h2>{words.failures}</h2>
        <Table
          label={words.failures}
          columns={columnsOf(visit)}
          rows={found.items}
          keyOf={(failure) => failure.message_id}
          whenEmpty={words.noFailures}
        />
        <ListLinks visit={visit} path="shop/webhooks" values={state.values} next={found.next} />
        {visit.caller.may('webhooks.resend') && <HeldBack visit={visit} />}
      </>
    ),
  };
}

/** What the form for messages that are held back has done. */
function Released({ visit }: { readonly visit: Visit }): VNode | null {
  const words = WEBHOOK_WORDS[visit.language];
  const count = visit.query.get('count') ?? '';
  const said = { released: words.released, dropped: words.dropped };
  const done = Object.entries(said).find(([name]) => name === visit.query.get('done'))?.[1];
  if (done === undefined || !/^\d{1,9}$/.test(count)) return null;
  return <Notice kind="good">{done(count)}</Notice>;
}

function columnsOf({ language }: Visit): Column<WebhookFailureDto>[] {
  const words = WEBHOOK_WORDS[language];
  return [
    {
      title: words.account,
      cell: ({ account_id: id }) => <CodeLink to={`shop/webhooks/${id}`}>{id}</CodeLink>,
    },
    { title: words.event, cell: ({ event }) => <Code>{event}</Code> },
    { title: words.reason, cell: ({ reason }) => <Text>{reason}</Text> },
    { title: words.attempts, cell: ({ attempts }) => attempts, isNumber: true },
    { title: words.lastTry, cell: (failure) => <Time value={failure.last_failed_at} /> },
    {
      title: words.nextTry,
      cell: (failure) =>
        failure.next_try_at === null ? words.givenUp : <Time value={failure.next_try_at} />,
    },
  ];
}

function HeldBack({ visit }: { readonly visit: Visit }): VNode {
  const words = WEBHOOK_WORDS[visit.language];
  return (
    <FormCard title={words.held} to="shop/webhook-messages/release">
      <p class="hint">{words.heldHint}</p>
      <Check name="drop" label={words.drop} />
      <Submit kind="plain">{words.release}</Submit>
    </FormCard>
  );
}
