import type { LowBalancesDto, StockValuesDto } from '../../operations/reports/report.lists.js';
import { Form, Input, Submit, type FormState } from '../../pages/form.js';
import { Table, type Column } from '../../pages/table.js';
import { Money, Text } from '../../pages/values.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { ReportLinks } from './report-links.js';
import { REPORT_WORDS } from './report-words.js';

/** The accounts that can spend little. */
export function balancesPage(
  visit: Visit,
  state: FormState,
  found: LowBalancesDto | undefined,
): Page {
  const { language, links } = visit;
  const words = REPORT_WORDS[language];
  const columns: Column<LowBalancesDto['items'][number]>[] = [
    {
      title: words.by.account,
      cell: ({ account_id: accountId, name }) =>
        visit.caller.may('accounts.read') ? (
          <a href={links.to(`accounts/${accountId}`)}>
            <Text>{name}</Text>
          </a>
        ) : (
          <Text>{name}</Text>
        ),
    },
    { title: words.balance, cell: ({ balance }) => <Money value={balance} />, isNumber: true },
    { title: words.credit, cell: (row) => <Money value={row.credit_limit} />, isNumber: true },
    { title: words.spendable, cell: (row) => <Money value={row.spendable} />, isNumber: true },
  ];
  return {
    title: words.balances,
    status: state.fault?.status,
    content: (
      <>
        <ReportLinks visit={visit} />
        <Form
          action={links.to('reports/balances')}
          method="get"
          class="filter"
          state={state}
          label={words.show}
        >
          <Input name="below" label={words.below} isDecimal state={state} />
          <Submit>{words.show}</Submit>
        </Form>
        <Table
          label={words.balances}
          columns={columns}
          rows={found?.items ?? []}
          keyOf={(row) => row.account_id}
        />
        {found?.more && <p>{words.more}</p>}
        <p>
          <a href={links.to('reports/balances', { ...state.values, format: 'csv' })}>{words.csv}</a>
        </p>
      </>
    ),
  };
}

/** The unsold codes of each stock. */
export function stockPage(visit: Visit, found: StockValuesDto | undefined): Page {
  const { language, links, formats } = visit;
  const words = REPORT_WORDS[language];
  const costs: Column<StockValuesDto['items'][number]>[] = [
    { title: words.value, cell: ({ value }) => <Money value={value} />, isNumber: true },
    {
      title: words.unknownCodes,
      cell: (row) => formats.count(row.unknown_cost ?? 0),
      isNumber: true,
    },
  ];
  return {
    title: words.stock,
    content: (
      <>
        <ReportLinks visit={visit} />
        <Table
          label={words.stock}
          columns={[
            { title: words.stockName, cell: ({ stock }) => <Text>{stock}</Text> },
            { title: words.free, cell: ({ free }) => formats.count(free), isNumber: true },
            { title: words.held, cell: ({ held }) => formats.count(held), isNumber: true },
            ...(visit.caller.may('costs.read') ? costs : []),
          ]}
          rows={found?.items ?? []}
          keyOf={({ stock }) => stock}
        />
        {found?.more && <p>{words.more}</p>}
        <p>
          <a href={links.to('reports/stock', { format: 'csv' })}>{words.csv}</a>
        </p>
      </>
    ),
  };
}
