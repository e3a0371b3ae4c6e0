import type { ComponentProps } from 'preact';
import { dayAfter, dayOf } from '../../common/zoned-time.js';
import type { AccountDto } from '../../operations/accounts/account.operations.js';
import type { BalanceDto } from '../../operations/accounts/balance.operations.js';
import type { LedgerEntryDto, ledgerList } from '../../operations/accounts/balance.lists.js';
import type { PageOf } from '../../operations/lists/list.js';
import { DetailsCard } from '../../pages/card.js';
import { ChoiceLinks } from '../../pages/choice-links.js';
import type { FormState } from '../../pages/form.js';
import { Details, moneyColumn, Table, type Column } from '../../pages/table.js';
import { Code, Money, Text, Time } from '../../pages/values.js';
import { accountFrame } from '../accounts/account-frame.js';
import { FilterForm, useTimeRange } from '../shell/filter-form.js';
import { ListLinks } from '../shell/list-links.js';
import { paper, PrintLink } from '../shell/paper.js';
import { periodDays } from '../shell/periods.js';
import type { Page } from '../visit/page.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';
import { Actor } from '../order-rows/order-parts.js';
import { Purpose } from './entry-purpose.js';
import { MoneyForms, type MoneyFormStates } from './money-forms.js';
import { balanceBefore, sumsOf, type ShownSums } from './shown-sums.js';
import { useWords, wordsOf, type Words } from '../../pages/words.js';

/** What the page of the balance shows. */
export interface ShownMoney {
  readonly account: AccountDto;
  readonly balance: BalanceDto;
  readonly entries: PageOf<typeof ledgerList>;
  /** What was ordered, by the id of the order. */
  readonly products: ReadonlyMap<string, string>;
}

/** What an account has, forms that move its money, and what has moved it. */
export function statementPage(visit: Visit, shown: ShownMoney, forms: MoneyFormStates = {}): Page {
  const { account, balance, entries, products } = shown;
  const words = wordsOf(visit.language, 'money');
  const path = `accounts/${account.id}/statement`;
  const { values = {} } = forms.period ?? {};
  return accountFrame({
    account,
    part: 'statement',
    said: { deposited: words.wasDeposited, adjusted: words.wasAdjusted },
    content: (
      <>
        <Balance balance={balance} />
        <MoneyForms accountId={account.id} forms={forms} />
        <section>
          <h2>{words.statement}</h2>
          <ChosenTime path={path} state={forms.period ?? {}} />
          <Sums values={values} entries={entries} />
          <Table
            label={words.statement}
            columns={statementColumns(visit, products)}
            rows={entries.items}
            whenEmpty={words.noEntries}
          />
          <ListLinks path={path} values={values} next={entries.next} />
          <PrintLink to={path} parameters={values} />
        </section>
      </>
    ),
  });
}

function Balance({ balance }: { readonly balance: BalanceDto }) {
  const words = useWords('account');
  return (
    <DetailsCard
      entries={[
        [words.balance, <Money value={balance.balance} />],
        [words.creditLimit, <Money value={balance.credit_limit} />],
        [words.spendable, <Money value={balance.spendable} />],
      ]}
    />
  );
}

/** Chooses the entries of some days, also for the file below. */
function ChosenTime({ path, state }: { readonly path: string; readonly state: FormState }) {
  const { conventions, links } = useVisit();
  const words = useWords('money');
  const today = dayOf(new Date(), conventions.timeZone);
  const choices = PRESETS.map((period) => {
    const days = periodDays(period, today, conventions.weekStart);
    const [from, to] = [`${days.from}T00:00`, `${dayAfter(days.to)}T00:00`];
    return {
      name: words.periods[period],
      href: links.to(path, { from, to }),
      isChosen: state.values?.from === from && state.values.to === to,
    };
  });
  return (
    <>
      <ChoiceLinks label={words.period} choices={choices} />
      <FilterForm
        {...{ to: path, state, label: words.statement, inSight: 2 }}
        filters={useTimeRange()}
      />
    </>
  );
}
const PRESETS = ['thisWeek', 'lastWeek', 'thisMonth', 'lastMonth'] as const;

/** What the entries of the chosen time have moved, or as many of them as the page shows; nothing if no time is chosen. */
function Sums({ values = {}, entries }: Pick<FormState, 'values'> & Pick<ShownMoney, 'entries'>) {
  const visit = useVisit();
  const words = useWords('money');
  const isChosen = values.from !== undefined || values.to !== undefined;
  const sums = isChosen ? sumsOf(entries.items) : undefined;
  if (!sums) return null;
  const isWhole = entries.next === null && !visit.query.has('cursor');
  return (
    <>
      <h3>{isWhole ? words.sums : words.sumsOfPage}</h3>
      <Details entries={sumEntries(words, sums)} />
    </>
  );
}

/** What came in and went out, and the balances around it as far as they are known; nothing without entries. */
function sumEntries(
  words: Words<'money'>,
  sums: ShownSums | undefined,
): ComponentProps<typeof Details>['entries'] {
  if (!sums) return [];
  const [before, after] = sums.balances ?? [];
  return [
    before !== undefined && [words.opening, <Money value={before} />],
    [words.added, <Money value={sums.added} />],
    [words.taken, <Money value={sums.taken} />],
    after !== undefined && [words.closing, <Money value={after} />],
  ];
}

function statementColumns(
  visit: Visit,
  products: ReadonlyMap<string, string>,
): Column<LedgerEntryDto>[] {
  const words = wordsOf(visit.language, 'money');
  return [
    [words.time, ({ created_at: time }) => <Time value={time} />],
    [words.kind, ({ kind }) => words.kinds[kind], 'words'],
    moneyColumn(words.amount, 'amount'),
    moneyColumn(words.before, (entry) => balanceBefore(entry)),
    moneyColumn(words.after, 'balance_after'),
    [words.what, (entry) => <Purpose entry={entry} product={products.get(entry.order_id ?? '')} />],
    [words.by, ({ actor, actor_name: name }) => <Actor name={name ?? actor} />],
  ];
}

/** Most entries of a paper. */
export const MOST_PRINTED = 1_000;

/** The statement of an account to be printed, the oldest entry first, with the sums of all of them. */
export function statementPaper(
  visit: Visit,
  { account, entries: { items, next }, products }: ShownMoney,
  values: NonNullable<FormState['values']>,
): Page {
  const words = wordsOf(visit.language, 'money');
  const time = (text: string | undefined) => text && <Code>{text.replace('T', ' ')}</Code>;
  const first = items.at(-1)?.created_at ?? null;
  const columns = statementColumns(visit, products).filter(([title]) => title !== words.by);
  return paper(visit, {
    title: words.paper,
    to: `accounts/${account.id}/statement`,
    parameters: values,
    facts: [
      [
        words.account,
        <>
          <Text>{account.name}</Text> (<Code>{account.id}</Code>)
        </>,
      ],
      [words.from, time(values.from) ?? <Time value={first} />],
      values.to !== undefined && [words.to, time(values.to)],
      ...sumEntries(words, sumsOf(items)),
    ],
    content: (
      <>
        {next !== null && <p>{words.newestOnly({ most: MOST_PRINTED })}</p>}
        <Table
          label={words.paper}
          columns={columns}
          rows={items.toReversed()}
          whenEmpty={words.noEntries}
          isDense
        />
      </>
    ),
  });
}
