import { wordsOf, useWords } from '../../pages/words.js';
import { LatestOrders, type NamedOrders } from '../order-rows/order-parts.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import type { Needs } from './needs-reading.service.js';
import { Tiles, type TilesProps } from './tiles.js';
import { toDos, ToDoList } from './to-dos.js';
import { Icon } from '../../pages/icon.js';
import { PageLink } from '../../pages/text-links.js';
import type { FirstSteps } from '../../reports/attention-shapes.js';

/** What the first page shows. Parts are undefined for those who may not see them. */
export interface Today extends TilesProps {
  readonly latest: NamedOrders | undefined;
  readonly needs: Needs;
  readonly steps: DoneSteps | undefined;
}

/** What was sold today, what needs somebody, and the last orders. */
export function homePage(visit: Visit, today: Today): Page {
  const { latest } = today;
  const words = wordsOf(visit.language, 'home');
  return {
    title: words.today,
    content: (
      <>
        <Tiles sold={today.sold} waiting={today.waiting} />
        <ToDoList toDos={toDos(visit, today.needs)} />
        {today.steps && <NextSteps done={today.steps} />}
        {latest && <LatestOrders {...latest} whenEmpty={words.noOrders} all={words.allOrders} />}
      </>
    ),
  };
}

/** Those that the shop itself knows, beside the ones in the database. */
export interface DoneSteps extends FirstSteps {
  readonly backup: boolean;
  readonly https: boolean;
}

/** In the order in which they are best done, and where each is. */
const STEPS: readonly (readonly [step: keyof DoneSteps, page: string])[] = [
  ['reseller', 'accounts'],
  ['price', 'catalog'],
  ['token', 'accounts'],
  ['deposit', 'accounts'],
  ['order', 'orders'],
  ['notices', 'shop/notifications'],
  ['backup', 'shop/upkeep'],
  ['secondFactor', 'own'],
  ['https', 'shop/doctor'],
];

/** What a new shop has still to do; nothing once all of it is done. */
function NextSteps({ done }: { readonly done: DoneSteps }) {
  const words = useWords('firstSteps');
  if (STEPS.every(([step]) => done[step])) return null;
  return (
    <section class="card first-steps">
      <h2>{words.title}</h2>
      <ol>
        {STEPS.map(([step, page]) => (
          <li class={done[step] ? 'done' : undefined}>
            <Icon name={done[step] ? 'check' : 'chevron-right'} />
            {done[step] ? (
              <span>
                {words[step]} <span class="unseen">({words.done})</span>
              </span>
            ) : (
              <PageLink to={page}>{words[step]}</PageLink>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
