import { scaleLinear } from 'd3-scale';

/** What is drawn at one place. Numbers are exact enough to draw by. */
export interface DrawnSales {
  readonly sales: number;
  /** Undefined if it is unknown, or the reader may not see it; the line has a gap there. */
  readonly profit: number | undefined;
}

/** Places in percent of the chart, such as `12.5%`, so that it is as wide as there is room. */
type Places<Name extends string> = Readonly<Record<Name, string>>;
export type Rectangle = Places<'x' | 'y' | 'width' | 'height'>;

export interface BarChart {
  /** Of the sales of each place. */
  readonly bars: readonly Rectangle[];
  /** The whole height of each place. */
  readonly slots: readonly Rectangle[];
  /** The parts of the line; empty without profits. */
  readonly profit: readonly Places<'x1' | 'y1' | 'x2' | 'y2'>[];
  readonly amounts: readonly { readonly y: string; readonly amount: number }[];
  /** Places that have a label, and where their middle is. */
  readonly labels: readonly { readonly place: number; readonly x: string }[];
}

/** The least that the scale goes up to. */
const SMALLEST_USD = 0.01;
const AMOUNTS = 4;
const LABELS = 5;
/** Of the room of its place. */
const BAR = 0.7;
const WIDEST_BAR = 0.06;

/** @param places in their order, at least one */
export function barChart(places: readonly DrawnSales[]): BarChart {
  const values = places.flatMap(({ sales, profit = 0 }) => [sales, profit]);
  const scale = scaleLinear()
    .domain([Math.min(0, ...values), Math.max(SMALLEST_USD, ...values)])
    .nice(AMOUNTS)
    .range([1, 0]);
  const room = 1 / places.length;
  const width = Math.min(room * BAR, WIDEST_BAR);
  const middle = (place: number): number => (place + 0.5) * room;
  const step = Math.ceil(places.length / LABELS);
  return {
    bars: places.map(({ sales }, place) => ({
      x: percent(middle(place) - width / 2),
      y: percent(scale(Math.max(0, sales))),
      width: percent(width),
      height: percent(Math.abs(scale(sales) - scale(0))),
    })),
    slots: places.map((_, place) => ({
      ...{ x: percent(place * room), y: '0%', width: percent(room), height: '100%' },
    })),
    profit: places.flatMap(({ profit }, place) => {
      const next = places[place + 1]?.profit;
      if (profit === undefined || next === undefined) return [];
      const [x1, x2] = [percent(middle(place)), percent(middle(place + 1))];
      return [{ x1, x2, y1: percent(scale(profit)), y2: percent(scale(next)) }];
    }),
    amounts: scale.ticks(AMOUNTS).map((amount) => ({ amount, y: percent(scale(amount)) })),
    labels: places
      .map((_, place) => ({ place, x: percent(middle(place)) }))
      .filter(({ place }) => place % step === 0),
  };
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(3))}%`;
}
