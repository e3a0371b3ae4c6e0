import type { SalesReportDto } from '../../operations/reports/report.lists.js';
import { usePage } from '../../pages/page-context.js';
import { useWords } from '../../pages/words.js';
import { barChart, type Rectangle } from './bar-chart.js';
import { timeName, type SalesPoint } from './sales-points.js';

/** More of them are no links, which a keyboard would have to pass one by one: the table has the same links. */
const MOST_LINKS = 62;

/** Left out below a chart of days. */
const YEAR = '2026-';

interface FigureProps {
  readonly report: SalesReportDto;
  /** At least one. */
  readonly points: readonly SalesPoint[];
}

/** Sales and profit by time, each with its numbers where the pointer rests. The table behind it has them all. */
export function SalesFigure({ report: { by, total }, points }: FigureProps) {
  const { formats } = usePage();
  const words = useWords('report');
  // On days without sales there is nothing to know either.
  const hasProfit = total.profit !== null;
  const drawn = points.map(({ sums: { sales, profit } }) => {
    const known = hasProfit && profit !== null;
    return { sales: Number(sales), profit: known ? Number(profit) : undefined };
  });
  const { amounts, bars, labels, profit, slots } = barChart(drawn);
  const caption = profit.length > 0 ? words.chartBoth : words.chart;
  return (
    <figure class="card chart" dir="ltr">
      <svg class="amounts" aria-hidden="true">
        {amounts.map(({ y, amount }) => (
          <text key={amount} x="100%" y={y} text-anchor="end" dominant-baseline="middle">
            {formats.count(amount)}
          </text>
        ))}
      </svg>
      <svg role="group" aria-label={caption}>
        {amounts.map(({ y, amount }) => (
          <line key={amount} class="scale" x1="0" x2="100%" y1={y} y2={y} />
        ))}
        {bars.map((bar) => (
          <rect key={bar.x} class="sales" {...bar} />
        ))}
        {profit.map((segment) => (
          <line key={segment.x1} class="profit" {...segment} />
        ))}
        {labels.map(({ place, x }, index) => (
          <text
            key={x}
            {...{ x, y: '100%', dy: '1.5em', 'text-anchor': 'middle' }}
            class={index % 2 === 1 ? 'wide' : undefined}
          >
            {timeName(by, points[place]?.key ?? '').slice(by === 'month' ? 0 : YEAR.length)}
          </text>
        ))}
        {points.map((point, place) => (
          <Point
            key={point.key}
            {...{ by, point, slot: slots[place], hasProfit }}
            isLink={points.length <= MOST_LINKS}
          />
        ))}
      </svg>
      <figcaption dir="auto">{caption}</figcaption>
    </figure>
  );
}

interface PointProps {
  readonly by: SalesReportDto['by'];
  readonly point: SalesPoint;
  readonly slot: Rectangle | undefined;
  readonly hasProfit: boolean;
  readonly isLink: boolean;
}

/** Tells its numbers where the pointer rests, and leads to what was sold then. */
function Point({ by, point, slot, hasProfit, isLink }: PointProps) {
  const { key, from, to, sums } = point;
  const { formats, links } = usePage();
  const words = useWords('report');
  const name = timeName(by, key);
  const amount = (value: string) => `${formats.money(value).text} USD`;
  const profit =
    sums.profit === null || !hasProfit ? '' : `, ${words.profit} ${amount(sums.profit)}`;
  const said = `${name}: ${words.sales} ${amount(sums.sales)}${profit}`;
  const shown = (
    <>
      <title>{said}</title>
      <rect {...slot} />
    </>
  );
  if (!isLink) return <g class="point">{shown}</g>;
  return (
    <a class="point" href={links.to('reports', { by: 'product', from, to })} aria-label={said}>
      {shown}
    </a>
  );
}

interface BarProps {
  readonly value: number;
  /** The greatest value of the list. */
  readonly most: number;
}

/** A value beside the others of its list; the cell before it has the exact amount. */
export function Bar({ value, most }: BarProps) {
  const percent = most > 0 ? (Math.max(0, value) / most) * 100 : 0;
  return (
    <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect width={percent} height="10" />
    </svg>
  );
}
