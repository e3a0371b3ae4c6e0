import type { LowBalancesDto, StockValuesDto } from '../../operations/reports/report.lists.js';
import { Input, type FormState } from '../../pages/form.js';
import { moneyColumn, Table, type Column } from '../../pages/table.js';
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
    [words.by.account, ({ account_id: id, name }) => <AccountLink account={{ id, name }} />],
    moneyColumn(words.balance, ({ balance }) => balance),
    moneyColumn(words.creditLimit, (row) => row.credit_limit),
    moneyColumn(words.spendable, (row) => row.spendable),
  ];
  return {
    title: words.balances,
    content: (
      <>
        <ReportLinks />
        <FilterForm to="reports/balances" state={state} button={words.show}>
          <Input name="below" label={words.below} isDecimal />
        </FilterForm>
        <Table label={words.balances} columns={columns} rows={found?.items ?? []} />
        {found?.more && <p>{words.more}</p>}
        <LinkLine to="reports/balances" parameters={{ ...state.values, format: 'csv' }}>
          {words.csv}
        </LinkLine>
      </>
    ),
  };
}

/** The unsold codes of each stock. */
export function stockPage(visit: Visit, found: StockValuesDto | undefined): Page {
  const { language, formats } = visit;
  const words = wordsOf(language, 'report');
  const costs: Column<StockValuesDto['items'][number]>[] = [
    moneyColumn(words.value, ({ value }) => value),
    [words.unknownCodes, (row) => formats.count(row.unknown_cost ?? 0), 'number'],
  ];
  return {
    title: words.stock,
    content: (
      <>
        <ReportLinks />
        <Table
          label={words.stock}
          columns={[
            [wordsOf(language, 'page').stock, ({ stock }) => <Text>{stock}</Text>],
            [words.free, ({ free }) => formats.count(free), 'number'],
            [words.held, ({ held }) => formats.count(held), 'number'],
            ...(visit.caller.may('costs.read') ? costs : []),
          ]}
          rows={found?.items ?? []}
        />
        {found?.more && <p>{words.more}</p>}
        <LinkLine to="reports/stock" parameters={{ format: 'csv' }}>
          {words.csv}
        </LinkLine>
      </>
    ),
  };
}
