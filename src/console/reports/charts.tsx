import { scaleLinear } from 'd3-scale';
import { usePage } from '../../pages/page-context.js';
import { CHART, dayChart, type DaySales } from './day-chart.js';
import { useWords } from '../../pages/words.js';

/** Sales and profit by day. The table behind it has the exact amounts. */
export function DayFigure({ days }: { readonly days: readonly DaySales[] }) {
  const { formats } = usePage();
  const words = useWords('report');
  if (days.length < 2) return null;
  const chart = dayChart(days);
  const { width, height, start, end, bottom } = CHART;
  return (
    <figure class="chart" dir="ltr">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words.chart}>
        {chart.amounts.map(({ y, amount }) => (
          <g key={amount}>
            <line class="scale" x1={start} x2={width - end} y1={y} y2={y} />
            <text x={start - 8} y={y + 4} text-anchor="end">
              {formats.count(amount)}
            </text>
          </g>
        ))}
        {chart.days.map(({ x, day }) => (
          <text key={day} x={x} y={height - bottom + 20} text-anchor="middle">
            {day.toISOString().slice('2026-'.length, '2026-01-31'.length)}
          </text>
        ))}
        <path class="area" d={chart.area} />
        {chart.profit !== undefined && <path class="line" d={chart.profit} />}
      </svg>
      <figcaption dir="auto">
        {chart.profit === undefined ? words.chart : words.chartBoth}
      </figcaption>
    </figure>
  );
}

const BAR = { width: 100, height: 10 } as const;

interface BarProps {
  readonly value: number;
  /** The greatest value of the list. */
  readonly most: number;
}

/** A value beside the others of its list; the cell before it has the exact amount. */
export function Bar({ value, most }: BarProps) {
  const length = scaleLinear()
    .domain([0, Math.max(most, Number.MIN_VALUE)])
    .range([0, BAR.width])
    .clamp(true);
  return (
    <svg
      class="bar"
      viewBox={`0 0 ${BAR.width} ${BAR.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect width={length(value)} height={BAR.height} />
    </svg>
  );
}
