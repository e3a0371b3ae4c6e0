import type { ComponentChildren } from 'preact';
import type { SalesSumsDto } from '../../operations/reports/report.lists.js';
import { PageLink } from '../../pages/text-links.js';
import { Tile } from '../../pages/card.js';
import { Money, Time } from '../../pages/values.js';
import { useWords } from '../../pages/words.js';
import type { WaitingNow } from '../../reports/attention-shapes.js';
import { OrderLink } from '../order-rows/order-parts.js';
import { Profit, ProfitAmount, ProfitDetails } from '../reports/profit.js';
import type { SalesPoint } from '../reports/sales-points.js';
import { useVisit } from '../visit/use-visit.js';
import { SPARK, sparkLine } from './spark-line.js';

/** Days until the same weekday. */
const WEEK = 7;

export interface TilesProps {
  /** The last days, the present one last. */
  readonly sold: readonly SalesPoint[] | undefined;
  readonly waiting: (WaitingNow & { readonly more: boolean }) | undefined;
}

/** The figures of the day, each with its last days and the same weekday before. */
export function Tiles({ sold, waiting }: TilesProps) {
  return (
    <div class="tiles">
      {sold && <SoldTiles days={sold} />}
      {waiting && <WaitingTile waiting={waiting} />}
    </div>
  );
}

function SoldTiles({ days }: Pick<DayTileProps, 'days'>) {
  const { caller, formats } = useVisit();
  const words = useWords('home');
  // On days without sales there is nothing to know either.
  const hasProfit = days.some(({ sums: { profit } }) => profit !== null && profit !== '0');
  return (
    <>
      <DayTile
        {...{ title: words.soldToday, days }}
        shown={({ sales }) => <Money value={sales} />}
        amount={({ sales }) => sales}
      >
        <PageLink to="reports" parameters={{ by: 'product', from: days.at(-1)?.key }}>
          {words.openReport}
        </PageLink>
      </DayTile>
      {caller.may('costs.read') && (
        <DayTile
          {...{ title: words.profit, days }}
          shown={(sums) => <ProfitAmount sums={sums} />}
          before={(sums) => <Profit sums={sums} />}
          more={(sums) => <ProfitDetails sums={sums} />}
          amount={({ profit }) => (hasProfit ? profit : null)}
        />
      )}
      <DayTile
        {...{ title: words.orders, days }}
        shown={({ orders }) => formats.count(orders)}
        amount={({ orders }) => orders}
      />
    </>
  );
}

function WaitingTile({ waiting }: { readonly waiting: NonNullable<TilesProps['waiting']> }) {
  const { formats } = useVisit();
  const words = useWords('home');
  const { count, oldestOrder, oldestAt, more } = waiting;
  return (
    <Tile title={words.waiting} value={more ? words.moreThan({ count }) : formats.count(count)}>
      {oldestOrder !== null && (
        <>
          {words.oldest}: <OrderLink id={oldestOrder} />, <Time value={oldestAt} isAge />
          <br />
        </>
      )}
      <PageLink to="waiting">{words.openQueue}</PageLink>
    </Tile>
  );
}

interface DayTileProps {
  readonly title: string;
  readonly days: readonly SalesPoint[];
  readonly shown: (sums: SalesSumsDto) => ComponentChildren;
  /** A week before, where it is shown otherwise. */
  readonly before?: DayTileProps['shown'];
  /** What else is known of today. */
  readonly more?: (sums: SalesSumsDto) => ComponentChildren;
  /** What the line shows; null where it is unknown. */
  readonly amount: (sums: SalesSumsDto) => string | number | null;
  readonly children?: ComponentChildren;
}

function DayTile({ title, days, shown, amount, ...other }: DayTileProps) {
  const words = useWords('home');
  const { more, children } = other;
  const [present, before] = [days.at(-1)?.sums, days.at(-1 - WEEK)?.sums];
  if (!present || !before) return null;
  const path = sparkLine(
    days.map(({ sums }) => {
      const value = amount(sums);
      return value === null ? undefined : Number(value);
    }),
  );
  return (
    <Tile title={title} value={shown(present)}>
      {more && <div>{more(present)}</div>}
      {words.weekBefore}: {(other.before ?? shown)(before)}
      {children && <div>{children}</div>}
      {path !== '' && (
        <svg
          class="spark"
          viewBox={`0 0 ${SPARK.width} ${SPARK.height}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path d={path} vector-effect="non-scaling-stroke" />
        </svg>
      )}
    </Tile>
  );
}
