import type { LowBalancesDto, StockValuesDto } from '../../operations/reports/report.lists.js';
import type { FormState } from '../../pages/form.js';
import { countColumn, moneyColumn, Table, type Column } from '../../pages/table.js';
import { LinkLine } from '../../pages/text-links.js';
import { Text } from '../../pages/values.js';
import { AccountLink } from '../accounts/account-parts.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { FilterForm } from '../shell/filter-form.js';
import { ReportLinks } from './report-links.js';
import { wordsOf } from '../../pages/words.js';

/** The accounts that can spend little. */
export function balancesPage(
  visit: Visit,
  state: FormState,
  found: LowBalancesDto | undefined,
): Page {
  const { language } = visit;
  const words = wordsOf(language, 'report');
  const columns: Column<LowBalancesDto['items'][number]>[] = [
    [
      words.by.account,
      ({ account_id: id, name }) => <AccountLink account={{ id, name }} />,
      { by: 'name' },
    ],
    moneyColumn(words.balance, ({ balance }) => balance, undefined, {
      name: 'balance',
      isAdded: true,
    }),
    moneyColumn(words.creditLimit, (row) => row.credit_limit, undefined, {
      name: 'limit',
      isAdded: true,
    }),
    moneyColumn(words.spendable, (row) => row.spendable, undefined, {
      name: 'spendable',
      isAdded: true,
    }),
  ];
  return {
    title: words.balances,
    content: (
      <>
        <ReportLinks />
        <FilterForm
          {...{ to: 'reports/balances', state, button: words.show }}
          filters={[{ name: 'below', label: words.below, as: 'number', isNeeded: true }]}
        />
        <Table
          {...{ label: words.balances, columns, rows: found?.items ?? [] }}
          sorting={{ at: 'reports/balances', isWhole: found?.more === false }}
        />
        {found?.more && <p>{words.more}</p>}
        <LinkLine to="reports/balances" parameters={{ ...state.values, format: 'csv' }}>
          {words.csv}
        </LinkLine>
      </>
    ),
  };
}

type StockRow = StockValuesDto['items'][number];

/** The unsold codes of each stock. */
export function stockPage(visit: Visit, found: StockValuesDto | undefined): Page {
  const { language } = visit;
  const words = wordsOf(language, 'report');
  const costs: Column<StockRow>[] = [
    moneyColumn(words.value, ({ value }) => value, undefined, { name: 'value', isAdded: true }),
    countColumn<StockRow>(visit, words.unknownCodes, (row) => row.unknown_cost ?? 0, {
      name: 'unknown',
    }),
  ];
  return {
    title: words.stock,
    content: (
      <>
        <ReportLinks />
        <Table
          label={words.stock}
          columns={[
            [wordsOf(language, 'page').stock, ({ stock }) => <Text>{stock}</Text>, { by: 'stock' }],
            countColumn<StockRow>(visit, words.free, ({ free }) => free, { name: 'free' }),
            countColumn<StockRow>(visit, words.held, ({ held }) => held, { name: 'held' }),
            ...(visit.caller.may('costs.read') ? costs : []),
          ]}
          rows={found?.items ?? []}
          sorting={{ at: 'reports/stock', isWhole: found?.more === false }}
        />
        {found?.more && <p>{words.more}</p>}
        <LinkLine to="reports/stock" parameters={{ format: 'csv' }}>
          {words.csv}
        </LinkLine>
      </>
    ),
  };
}
