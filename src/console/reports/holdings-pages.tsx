import type { ComponentChildren } from 'preact';
import type { LowBalancesDto, StockValuesDto } from '../../operations/reports/report.lists.js';
import type { FormState } from '../../pages/form.js';
import { countColumn, moneyColumn, Table, type Column } from '../../pages/table.js';
import { Text } from '../../pages/values.js';
import { AccountLink } from '../accounts/account-parts.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { FilterForm } from '../shell/filter-form.js';
import { ListLinks } from '../shell/list-links.js';
import { KnownMoney } from './profit.js';
import { ReportLinks } from './report-links.js';
import { wordsOf } from '../../pages/words.js';

interface Holdings<Row> {
  readonly title: string;
  /** The page, below the home page. */
  readonly at: string;
  readonly columns: readonly Column<Row>[];
  readonly found: { readonly items: readonly Row[]; readonly more: boolean } | undefined;
  readonly filter?: ComponentChildren;
  /** Of the filter. */
  readonly values?: FormState['values'];
}

function holdingsPage<Row>({ language }: Visit, shown: Holdings<Row>): Page {
  const words = wordsOf(language, 'report');
  const { title, at, columns, found, filter, values } = shown;
  return {
    title,
    content: (
      <>
        <ReportLinks />
        {filter}
        <Table
          {...{ label: title, columns, rows: found?.items ?? [] }}
          sorting={{ at, isWhole: found?.more === false }}
        />
        {found?.more && <p>{words.more}</p>}
        <ListLinks path={at} values={values} next={null} />
      </>
    ),
  };
}

/** The accounts that can spend little. */
export function balancesPage(
  visit: Visit,
  state: FormState,
  found: LowBalancesDto | undefined,
): Page {
  const words = wordsOf(visit.language, 'report');
  const at = 'reports/balances';
  type Row = LowBalancesDto['items'][number];
  const amount = (title: string, name: 'balance' | 'credit_limit' | 'spendable') =>
    moneyColumn<Row>(title, name, { name, isAdded: true });
  return holdingsPage<Row>(visit, {
    ...{ title: words.balances, at, found, values: state.values },
    columns: [
      [
        words.by.account,
        ({ account_id: id, name }) => <AccountLink account={{ id, name }} />,
        { by: 'name' },
      ],
      amount(words.balance, 'balance'),
      amount(words.creditLimit, 'credit_limit'),
      amount(words.spendable, 'spendable'),
    ],
    filter: (
      <FilterForm
        {...{ to: at, state, button: words.show }}
        filters={[{ name: 'below', label: words.below, as: 'number', isNeeded: true }]}
      />
    ),
  });
}

/** What the codes of a stock were bought for; null if nothing of that is known. */
function knownValue({ value, free, held, unknown_cost: unknown }: StockValuesDto['items'][number]) {
  return unknown !== null && unknown > 0 && unknown === free + held ? null : value;
}

/** The unsold codes of each stock. */
export function stockPage(visit: Visit, found: StockValuesDto | undefined): Page {
  const { language, caller } = visit;
  const words = wordsOf(language, 'report');
  type Row = StockValuesDto['items'][number];
  const count = (title: string, name: 'free' | 'held' | 'unknown_cost') =>
    countColumn<Row>(visit, title, (row) => row[name] ?? 0, { name });
  const value = { name: 'value', isAdded: true };
  const shownValue = (row: Row) => <KnownMoney value={knownValue(row)} />;
  return holdingsPage<Row>(visit, {
    ...{ title: words.stock, at: 'reports/stock', found },
    columns: [
      [wordsOf(language, 'page').stock, ({ stock }) => <Text>{stock}</Text>, { by: 'stock' }],
      count(words.free, 'free'),
      count(words.held, 'held'),
      ...(caller.may('costs.read')
        ? [
            moneyColumn<Row>(words.value, knownValue, value, shownValue),
            count(words.unknownCodes, 'unknown_cost'),
          ]
        : []),
    ],
  });
}
