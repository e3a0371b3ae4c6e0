import type { ComponentChildren, ComponentProps } from 'preact';
import { PageLink } from '../../pages/text-links.js';
import { Tile } from '../../pages/tile.js';
import { Money, Time } from '../../pages/values.js';
import { useWords } from '../../pages/words.js';
import { OrderLink } from '../order-rows/order-parts.js';
import { OfSold, ProfitAmount } from '../reports/profit.js';
import type { SalesPoint } from '../reports/sales-points.js';
import { useVisit } from '../visit/use-visit.js';
import type { Today } from './today.js';
import { SPARK, sparkLine } from './spark-line.js';

/** Days until the same weekday. */
const WEEK = 7;

/** The figures of the day, each with its last days and the same weekday before. */
export function Tiles({ sold, waiting }: Pick<Today, 'sold' | 'waiting'>) {
  const present = sold?.at(-1);
  const before = sold?.at(-1 - WEEK);
  return (
    <div class="tiles">
      {sold && present && before && <SoldTiles days={sold} {...{ present, before }} />}
      {waiting && <WaitingTile waiting={waiting} />}
    </div>
  );
}

interface SoldTilesProps {
  readonly days: readonly SalesPoint[];
  readonly present: SalesPoint;
  /** The same weekday before. */
  readonly before: SalesPoint;
}

function SoldTiles({ days, present, before }: SoldTilesProps) {
  const { caller, formats } = useVisit();
  const words = useWords('home');
  const from = { by: 'product', from: present.key };
  const line = (value: (day: SalesPoint) => number | undefined) => days.map((day) => value(day));
  return (
    <>
      <DayTile
        title={words.soldToday}
        value={<Money value={present.sums.sales} />}
        before={<Money value={before.sums.sales} />}
        line={line(({ sums }) => Number(sums.sales))}
      >
        <PageLink to="reports" parameters={from}>
          {words.openReport}
        </PageLink>
      </DayTile>
      {caller.may('costs.read') && (
        <DayTile
          title={words.profit}
          value={<ProfitAmount sums={present.sums} />}
          before={
            <>
              <ProfitAmount sums={before.sums} /> <OfSold sums={before.sums} />
            </>
          }
          line={line(({ sums }) => (sums.profit === null ? undefined : Number(sums.profit)))}
        >
          <OfSold sums={present.sums} />
        </DayTile>
      )}
      <DayTile
        title={words.orders}
        value={formats.count(present.sums.orders)}
        before={formats.count(before.sums.orders)}
        line={line(({ sums }) => sums.orders)}
      />
    </>
  );
}

function WaitingTile({ waiting }: { readonly waiting: NonNullable<Today['waiting']> }) {
  const { formats } = useVisit();
  const words = useWords('home');
  const { count, oldestOrder, oldestAt, more } = waiting;
  return (
    <Tile title={words.waiting} value={more ? words.moreThan({ count }) : formats.count(count)}>
      {oldestOrder !== null && (
        <>
          {words.oldest}: <OrderLink id={oldestOrder} />, <Time value={oldestAt} />
          <br />
        </>
      )}
      <PageLink to="waiting">{words.openQueue}</PageLink>
    </Tile>
  );
}

interface DayTileProps extends ComponentProps<typeof Tile> {
  /** That of the same weekday before. */
  readonly before: ComponentChildren;
  /** The values of the last days. */
  readonly line: readonly (number | undefined)[];
}

function DayTile({ before, line, children, ...tile }: DayTileProps) {
  const words = useWords('home');
  const path = sparkLine(line);
  return (
    <Tile {...tile}>
      {words.weekBefore}: {before}
      {children !== undefined && <div>{children}</div>}
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
