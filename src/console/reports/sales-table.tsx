import type { SalesReportDto } from '../../operations/reports/report.lists.js';
import { isTimeSpan } from '../../reports/report-shapes.js';
import { moneyColumn, Table, type Column } from '../../pages/table.js';
import { PageLink } from '../../pages/text-links.js';
import { Code, Text } from '../../pages/values.js';
import { useWords } from '../../pages/words.js';
import { useVisit } from '../visit/use-visit.js';
import { Bar } from './charts.js';
import { KnownMoney, Profit } from './profit.js';
import { Placed } from '../shell/picture.js';
import type { ProductPlaces } from '../shell/thing-naming.service.js';
import { timeName, type SalesPoint } from './sales-points.js';

type SalesRow = SalesReportDto['items'][number];

interface TableProps {
  readonly report: SalesReportDto;
  /** Of a report by time. */
  readonly points: readonly SalesPoint[];
  /** Of its products. */
  readonly places: ProductPlaces;
}

/** A row for each day, product or whatever the report is by, the newest or the largest first. */
export function SalesTable({ report, points, places }: TableProps) {
  const { by, items } = report;
  const { caller, formats } = useVisit();
  const words = useWords('report');
  const most = Math.max(0, ...items.map(({ sales }) => Number(sales)));
  const costs: Column<SalesRow>[] = [
    moneyColumn(words.cost, 'cost', {}, ({ cost }) => <KnownMoney value={cost} />),
    moneyColumn(words.profit, 'profit', {}, (row) => <Profit sums={row} />),
    moneyColumn(words.withoutCost, 'sales_without_cost'),
  ];
  const bar: Column<SalesRow> = [
    words.share,
    ({ sales }) => <Bar value={Number(sales)} most={most} />,
  ];
  return (
    <Table
      label={words.by[by]}
      columns={[
        [words.by[by], (row) => <Named {...{ row, by, points, places }} />],
        [words.orders, ({ orders }) => formats.count(orders), 'number'],
        moneyColumn<SalesRow>(words.sales, 'sales'),
        ...(isTimeSpan(by) ? [] : [bar]),
        ...(caller.may('costs.read') ? costs : []),
      ]}
      rows={isTimeSpan(by) ? items.toReversed() : items}
      whenEmpty={words.nothingSold}
      isDense
    />
  );
}

interface NamedProps extends Pick<TableProps, 'points' | 'places'> {
  readonly row: SalesRow;
  readonly by: SalesReportDto['by'];
}

/** Leads to what was sold then, or to what was sold. */
function Named({ row: { key, name }, by, points, places }: NamedProps) {
  const { caller } = useVisit();
  const words = useWords('report');
  if (key === null) return <>{words.none}</>;
  if (isTimeSpan(by)) {
    const { from, to } = points.find((point) => point.key === key) ?? {};
    return (
      <PageLink to="reports" parameters={{ by: 'product', from, to }}>
        <Code>{timeName(by, key)}</Code>
      </PageLink>
    );
  }
  const label = (
    <>
      <Text>{name ?? '—'}</Text> (<Code>{key}</Code>)
    </>
  );
  // The page of a product takes its cost.
  const page = PAGES[by];
  return (
    <Placed id={by === 'product' ? Number(key) : null} places={places}>
      {page && caller.may(page.permission) ? (
        <PageLink to={`${page.path}/${key}`}>{label}</PageLink>
      ) : (
        label
      )}
    </Placed>
  );
}

/** Where things are seen; suppliers have no page by id. */
const PAGES = {
  product: { path: 'catalog/products', permission: 'catalog.read' },
  category: { path: 'catalog/categories', permission: 'catalog.read' },
  account: { path: 'accounts', permission: 'accounts.read' },
  supplier: undefined,
} as const;
