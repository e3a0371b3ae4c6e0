import { wordsOf } from '../../pages/words.js';
import { LatestOrders, type NamedOrders } from '../order-rows/latest-orders.js';
import { orderColumns } from '../order-rows/order-parts.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { NextSteps, type DoneSteps } from './first-steps.js';
import type { Needs } from './needs-reading.service.js';
import { Tiles, type TilesProps } from './tiles.js';
import { ToDoList } from './to-do-list.js';
import { toDos } from './to-dos.js';

/** What the first page shows. Parts are undefined for those who may not see them. */
export interface Today extends TilesProps {
  readonly latest: NamedOrders | undefined;
  readonly needs: Needs;
  readonly steps: DoneSteps | undefined;
}

/** What was sold today, what needs somebody, and the last orders. */
export function homePage(visit: Visit, today: Today): Page {
  const { language } = visit;
  const { latest } = today;
  const words = wordsOf(language, 'home');
  return {
    title: words.today,
    content: (
      <>
        <Tiles sold={today.sold} waiting={today.waiting} />
        <ToDoList toDos={toDos(visit, today.needs)} />
        {today.steps && <NextSteps done={today.steps} />}
        {latest && (
          <LatestOrders
            columns={orderColumns(language, latest.names)}
            orders={latest.orders}
            whenEmpty={words.noOrders}
            all={words.allOrders}
          />
        )}
      </>
    ),
  };
}
