import type {
  WebhookFailureDto,
  webhookFailures,
} from '../../operations/accounts/webhook.lists.js';
import { FormCard } from '../../pages/card.js';
import { CodeLink, LinkLine } from '../../pages/text-links.js';
import { Check } from '../../pages/form.js';
import { Notice } from '../../pages/notice.js';
import { Table, type Column } from '../../pages/table.js';
import { Code, Text, Time } from '../../pages/values.js';
import type { Listed } from '../operations/list-page.decorator.js';
import { FilterForm } from '../shell/filter-form.js';
import { ListLinks } from '../shell/list-links.js';
import type { Page } from '../visit/page.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** The messages that have not arrived, the last failed first. */
export function failuresPage(
  visit: Visit,
  { found, filter, refused }: Listed<typeof webhookFailures>,
): Page {
  const state = refused?.state ?? filter;
  const words = wordsOf(visit.language, 'webhook');
  return {
    title: words.webhooks,
    content: (
      <>
        <Released />
        <FilterForm
          to="shop/webhooks"
          state={state}
          filters={[{ name: 'account_id', label: words.account, as: 'number' }]}
        />
        {state.values?.account_id !== undefined && !state.fault && (
          <LinkLine to={`shop/webhooks/${state.values.account_id}`}>{words.settings}</LinkLine>
        )}
        <h2>{words.failures}</h2>
        <Table
          label={words.failures}
          columns={columnsOf(visit)}
          rows={found.items}
          whenEmpty={words.noFailures}
        />
        <ListLinks path="shop/webhooks" values={state.values} next={found.next} />
        {visit.caller.may('webhooks.resend') && <HeldBack />}
      </>
    ),
  };
}

/** What the form for messages that are held back has done. */
function Released() {
  const visit = useVisit();
  const words = useWords('webhook');
  const count = visit.query.get('count') ?? '';
  const said = { released: words.released, dropped: words.dropped };
  const done = Object.entries(said).find(([name]) => name === visit.query.get('done'))?.[1];
  if (done === undefined || !/^\d{1,9}$/.test(count)) return null;
  return <Notice kind="good">{done({ count: Number(count) })}</Notice>;
}

function columnsOf({ language }: Visit): Column<WebhookFailureDto>[] {
  const words = wordsOf(language, 'webhook');
  return [
    [words.account, ({ account_id: id }) => <CodeLink to={`shop/webhooks/${id}`}>{id}</CodeLink>],
    [words.event, ({ event }) => <Code>{event}</Code>],
    [words.reason, ({ reason }) => <Text>{reason}</Text>],
    [words.attempts, ({ attempts }) => attempts, 'number'],
    [words.lastTry, (failure) => <Time value={failure.last_failed_at} />],
    [
      words.nextTry,
      (failure) =>
        failure.next_try_at === null ? words.givenUp : <Time value={failure.next_try_at} />,
    ],
  ];
}

function HeldBack() {
  const words = useWords('webhook');
  return (
    <FormCard
      title={words.held}
      to="shop/webhook-messages/release"
      hint={words.heldHint}
      button={words.release}
      kind="plain"
    >
      <Check name="drop" label={words.drop} />
    </FormCard>
  );
}
