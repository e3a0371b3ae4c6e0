import { Fragment, type VNode } from 'preact';
import type { AccountDto } from '../../operations/accounts/account.operations.js';
import type { BalanceDto } from '../../operations/accounts/balance.operations.js';
import type { LedgerEntryDto, ledgerList } from '../../operations/accounts/balance.lists.js';
import type { PageOf } from '../../operations/lists/list.js';
import { DetailsCard } from '../../pages/card.js';
import { Form, Input, Submit, type FormState } from '../../pages/form.js';
import { Details, Table, type Column } from '../../pages/table.js';
import { Money, Time } from '../../pages/values.js';
import { accountFrame } from '../accounts/account-frame.js';
import { ACCOUNT_WORDS } from '../accounts/account-words.js';
import { ORDER_WORDS } from '../orders/order-words.js';
import { ListLinks } from '../shell/list-links.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { EntryActor, Purpose } from './entry-purpose.js';
import { MoneyForms, type MoneyFormStates } from './money-forms.js';
import { MONEY_WORDS } from './money-words.js';
import { balanceBefore, sumsOf } from './shown-sums.js';
import { periodFields, PERIODS } from './statement-periods.js';

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
  const { language } = visit;
  const words = MONEY_WORDS[language];
  return accountFrame(visit, {
    account,
    part: 'statement',
    fault: (forms.deposits ?? forms.adjustments ?? forms.period)?.fault,
    said: { deposited: words.wasDeposited, adjusted: words.wasAdjusted },
    content: (
      <>
        <Balance visit={visit} balance={balance} />
        <MoneyForms visit={visit} accountId={account.id} forms={forms} />
        <section>
          <h2>{words.statement}</h2>
          <Period visit={visit} accountId={account.id} state={forms.period ?? {}} />
          <Sums visit={visit} state={forms.period ?? {}} entries={entries} />
          <Table
            label={words.statement}
            columns={columnsFor(visit, products)}
            rows={entries.items}
            keyOf={({ sequence }) => sequence}
            whenEmpty={words.noEntries}
          />
          <ListLinks
            visit={visit}
            path={`accounts/${account.id}/statement`}
            values={forms.period?.values}
            next={entries.next}
          />
        </section>
      </>
    ),
  });
}

function Balance({ visit, balance }: { readonly visit: Visit; readonly balance: BalanceDto }) {
  const words = ACCOUNT_WORDS[visit.language];
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

interface PeriodProps {
  readonly visit: Visit;
  readonly accountId: number;
  readonly state: FormState;
}

/** Chooses the entries of some days, also for the file below. */
function Period({ visit, accountId, state }: PeriodProps): VNode {
  const words = MONEY_WORDS[visit.language];
  const { find, from, to, timeHint } = ORDER_WORDS[visit.language];
  const path = `accounts/${accountId}/statement`;
  const now = new Date();
  return (
    <>
      <p class="actions">
        {PERIODS.map((period) => (
          <Fragment key={period}>
            <a href={visit.links.to(path, { ...periodFields(period, now) })}>
              {words.periods[period]}
            </a>{' '}
          </Fragment>
        ))}
      </p>
      <Form to={path} method="get" class="filter" state={state} label={words.statement}>
        {(['from', 'to'] as const).map((name) => (
          <Input
            key={name}
            name={name}
            type="datetime-local"
            label={name === 'from' ? from : to}
            hint={timeHint}
            isOptional
            state={state}
          />
        ))}
        <Submit>{find}</Submit>
      </Form>
    </>
  );
}

interface SumsProps {
  readonly visit: Visit;
  readonly state: FormState;
  readonly entries: PageOf<typeof ledgerList>;
}

/** What the entries of the chosen time have moved, or as many of them as the page shows; nothing if no time is chosen. */
function Sums({ visit, state: { values = {} }, entries }: SumsProps): VNode | null {
  const words = MONEY_WORDS[visit.language];
  const isChosen = values.from !== undefined || values.to !== undefined;
  const sums = isChosen ? sumsOf(entries.items) : undefined;
  if (!sums) return null;
  const isWhole = entries.next === null && !visit.query.has('cursor');
  const [before, after] = sums.balances ?? [];
  return (
    <>
      <h3>{isWhole ? words.sums : words.sumsOfPage}</h3>
      <Details
        entries={[
          before === undefined ? undefined : [words.before, <Money value={before} />],
          [words.added, <Money value={sums.added} />],
          [words.taken, <Money value={sums.taken} />],
          after === undefined ? undefined : [words.after, <Money value={after} />],
        ]}
      />
    </>
  );
}

function columnsFor(visit: Visit, products: ReadonlyMap<string, string>): Column<LedgerEntryDto>[] {
  const words = MONEY_WORDS[visit.language];
  return [
    { title: words.time, cell: ({ created_at: time }) => <Time value={time} /> },
    { title: words.kind, cell: ({ kind }) => words.kinds[kind] },
    { title: words.amount, cell: ({ amount }) => <Money value={amount} />, isNumber: true },
    {
      title: words.before,
      cell: (entry) => <Money value={balanceBefore(entry)} />,
      isNumber: true,
    },
    {
      title: words.after,
      cell: ({ balance_after: after }) => <Money value={after} />,
      isNumber: true,
    },
    {
      title: words.what,
      cell: (entry) => (
        <Purpose visit={visit} entry={entry} product={products.get(entry.order_id ?? '')} />
      ),
    },
    { title: words.by, cell: (entry) => <EntryActor entry={entry} /> },
  ];
}
