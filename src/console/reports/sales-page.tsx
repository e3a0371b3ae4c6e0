import { dayOf } from '../../common/zoned-time.js';
import { daysOf } from '../../reports/report-period.js';
import { SALES_DIMENSIONS } from '../../reports/report-shapes.js';
import type { SalesReportDto } from '../../operations/reports/report.lists.js';
import { Choice, Input, type FormState } from '../../pages/form.js';
import { Details, moneyColumn, Table, type Column } from '../../pages/table.js';
import { LinkLine, PageLink } from '../../pages/text-links.js';
import { Code, Money, Text } from '../../pages/values.js';
import type { Page } from '../visit/page.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';
import { FilterForm } from '../shell/filter-form.js';
import { Bar, DayFigure } from './charts.js';
import { everyDay, type DaySales } from './day-chart.js';
import { KnownMoney, Profit } from './profit.js';
import { ReportLinks } from './report-links.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** @param report undefined if what was asked for is refused. */
export function salesPage(
  visit: Visit,
  state: FormState,
  report: SalesReportDto | undefined,
): Page {
  const { language, conventions } = visit;
  const words = wordsOf(language, 'report');
  // Without a choice the file begins with the same day.
  const from = report && dayOf(new Date(report.from), conventions.timeZone);
  return {
    title: words.reports,
    content: (
      <>
        <ReportLinks />
        <Chosen state={state} />
        {report && (
          <>
            <Totals report={report} />
            {report.by === 'day' && <DayFigure days={salesByDay(visit, report)} />}
            <SalesTable report={report} />
            {report.more && <p>{words.more}</p>}
            <LinkLine to="reports" parameters={{ from, ...state.values, format: 'csv' }}>
              {words.csv}
            </LinkLine>
            {report.by === 'day' && <p class="hint">{words.utcDays}</p>}
          </>
        )}
      </>
    ),
  };
}

function Chosen({ state }: { readonly state: FormState }) {
  const words = useWords('report');
  const options = SALES_DIMENSIONS.map((by) => [by, words.by[by]] as const);
  return (
    <FilterForm to="reports" state={state} button={words.show}>
      <Choice name="by" label={words.each} options={options} />
      <Input name="from" type="date" label={words.from} isOptional />
      <Input name="to" type="date" label={words.to} isOptional />
    </FilterForm>
  );
}

type SalesRow = SalesReportDto['items'][number];

function Totals({ report }: { readonly report: SalesReportDto }) {
  const visit = useVisit();
  const words = useWords('report');
  const { unneeded_purchases: unneeded, total } = report;
  const { orders, waiting, sales } = total;
  const costs = visit.caller.may('costs.read') ? total : undefined;
  const lost = unneeded && unneeded.purchases > 0 ? unneeded : undefined;
  const { formats } = visit;
  return (
    <section class="card">
      <Details
        entries={[
          [words.sales, <Money value={sales} />],
          costs && [words.cost, <KnownMoney value={costs.cost} />],
          costs && [words.profit, <Profit sums={costs} />],
          costs && [words.withoutCost, <Money value={costs.sales_without_cost} />],
          costs && [words.unknownCost, formats.count(costs.unknown_cost ?? 0)],
          lost && [words.unneeded, <Money value={lost.cost} />],
          lost && [words.unneededUnknown, formats.count(lost.unknown_cost)],
          [words.orders, formats.count(orders)],
          [words.waiting, formats.count(waiting)],
        ]}
      />
      <p class="hint">{words.explanation}</p>
    </section>
  );
}

function SalesTable({ report }: { readonly report: SalesReportDto }) {
  const visit = useVisit();
  const { formats } = visit;
  const words = useWords('report');
  const most = Math.max(0, ...report.items.map(({ sales }) => Number(sales)));
  const costs: Column<SalesRow>[] = [
    moneyColumn(
      words.cost,
      ({ cost }) => cost,
      ({ cost }) => <KnownMoney value={cost} />,
    ),
    moneyColumn(
      words.profit,
      ({ profit }) => profit,
      (row) => <Profit sums={row} />,
    ),
    moneyColumn(words.withoutCost, (row) => row.sales_without_cost),
  ];
  const bar: Column<SalesRow> = [
    words.share,
    ({ sales }) => <Bar value={Number(sales)} most={most} />,
  ];
  return (
    <Table
      label={words.by[report.by]}
      columns={[
        [words.by[report.by], (row) => <Named row={row} by={report.by} />],
        [words.orders, ({ orders }) => formats.count(orders), 'number'],
        moneyColumn<SalesRow>(words.sales, ({ sales }) => sales),
        ...(report.by === 'day' ? [] : [bar]),
        ...(visit.caller.may('costs.read') ? costs : []),
      ]}
      rows={report.by === 'day' ? report.items.toReversed() : report.items}
      whenEmpty={words.nothingSold}
    />
  );
}

interface NamedProps {
  readonly row: SalesRow;
  readonly by: SalesReportDto['by'];
}

function Named({ row: { key, name }, by }: NamedProps) {
  const visit = useVisit();
  if (key === null) return <>{wordsOf(visit.language, 'report').none}</>;
  if (by === 'day') return <Code>{key}</Code>;
  const label = (
    <>
      <Text>{name ?? '—'}</Text> (<Code>{key}</Code>)
    </>
  );
  const page = pageOf(visit, by, key);
  return page === undefined ? label : <PageLink to={page}>{label}</PageLink>;
}

/** Where an account is seen, or a product, whose page takes its cost; undefined for all else. */
function pageOf({ caller }: Visit, by: SalesReportDto['by'], key: string): string | undefined {
  if (by === 'account' && caller.may('accounts.read')) return `accounts/${key}`;
  if (by === 'product' && caller.may('catalog.read')) return `catalog/products/${key}`;
  return undefined;
}

/** Amounts as numbers, which is exact enough to draw by. */
function salesByDay(
  { conventions: { timeZone } }: Visit,
  { items, from, to, total }: SalesReportDto,
): DaySales[] {
  const days = daysOf({ from: new Date(from), to: new Date(to) }, timeZone);
  const sold = items.map(({ key, sales, profit }) => ({
    day: new Date(key ?? 0),
    sales: Number(sales),
    profit: profit === null ? undefined : Number(profit),
  }));
  return everyDay(
    sold,
    days.map(({ day }) => day),
    total.profit !== null,
  );
}
