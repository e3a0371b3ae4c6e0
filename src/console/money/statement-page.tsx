import type { VNode } from 'preact';
import type { AccountDto, BalanceDto } from '../../admin/accounts/accounts.dto.js';
import type { LedgerEntryDto, LedgerPageDto } from '../../admin/accounts/money.dto.js';
import { plainText, toDecimal } from '../../common/decimal.js';
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

/** What the page of the balance shows. */
export interface ShownMoney {
  readonly account: AccountDto;
  readonly balance: BalanceDto;
  readonly entries: LedgerPageDto;
}

/** What an account has, forms that move its money, and what has moved it. */
export function statementPage(visit: Visit, shown: ShownMoney, forms: MoneyFormStates = {}): Page {
  const { account, balance, entries } = shown;
  const { language } = visit;
  const words = MONEY_WORDS[language];
  return accountFrame(visit, {
    account,
    part: 'statement',
    fault: (forms.deposit ?? forms.adjustment ?? forms.period)?.fault,
    said: { deposited: words.wasDeposited, adjusted: words.wasAdjusted },
    content: (
      <>
        <Balance visit={visit} balance={balance} />
        <MoneyForms visit={visit} accountId={account.id} forms={forms} />
        <section>
          <h2>{words.statement}</h2>
          <Period visit={visit} accountId={account.id} state={forms.period ?? {}} />
          <Table
            label={words.statement}
            columns={columnsFor(visit)}
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
    <section class="card">
      <Details
        entries={[
          [words.balance, <Money value={balance.balance} />],
          [words.creditLimit, <Money value={balance.credit_limit} />],
          [words.spendable, <Money value={balance.spendable} />],
        ]}
      />
    </section>
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
  return (
    <Form
      action={visit.links.to(`accounts/${accountId}/statement`)}
      method="get"
      class="filter"
      state={state}
      label={words.statement}
    >
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
  );
}

function columnsFor(visit: Visit): Column<LedgerEntryDto>[] {
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
    { title: words.what, cell: (entry) => <Purpose visit={visit} entry={entry} /> },
    { title: words.by, cell: (entry) => <EntryActor entry={entry} /> },
  ];
}

function balanceBefore({ amount, balance_after: after }: LedgerEntryDto): string {
  return plainText(toDecimal(after).minus(toDecimal(amount)));
}
