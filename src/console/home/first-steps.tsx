import { Icon } from '../../pages/icon.js';
import { PageLink } from '../../pages/text-links.js';
import { useWords } from '../../pages/words.js';
import type { FirstSteps } from '../../reports/attention-shapes.js';

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
export function NextSteps({ done }: { readonly done: DoneSteps }) {
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
