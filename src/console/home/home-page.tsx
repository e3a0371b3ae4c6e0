import { Table } from '../../pages/table.js';
import { LinkLine } from '../../pages/text-links.js';
import { useWords, wordsOf } from '../../pages/words.js';
import { orderColumns } from '../order-rows/order-parts.js';
import type { Page } from '../visit/page.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';
import { NextSteps } from './first-steps.js';
import { Tiles } from './tiles.js';
import { ToDoList } from './to-do-list.js';
import { toDos } from './to-dos.js';
import type { Today } from './today.js';

/** What was sold today, what needs somebody, and the last orders. */
export function homePage(visit: Visit, today: Today): Page {
  return {
    title: wordsOf(visit.language, 'home').today,
    content: (
      <>
        <Tiles sold={today.sold} waiting={today.waiting} />
        {today.steps && <NextSteps done={today.steps} />}
        <ToDoList toDos={toDos(visit, today.needs)} />
        {today.latest && <LatestOrders latest={today.latest} />}
      </>
    ),
  };
}

function LatestOrders({ latest }: { readonly latest: NonNullable<Today['latest']> }) {
  const { language } = useVisit();
  const words = useWords('home');
  return (
    <section class="latest" data-latest>
      <h2>{words.latestOrders}</h2>
      <Table
        label={words.latestOrders}
        columns={orderColumns(language, latest.names)}
        rows={latest.orders}
        opensRows
        whenEmpty={words.noOrders}
      />
      {latest.orders.length > 0 && <LinkLine to="orders">{words.allOrders}</LinkLine>}
    </section>
  );
}
