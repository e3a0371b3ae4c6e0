import type { ComponentChildren } from 'preact';
import { Icon } from '../../pages/icon.js';
import { ButtonLink } from '../../pages/text-links.js';
import { useWords } from '../../pages/words.js';

/** `now` costs money or orders while it lasts, `soon` will, `watch` may be as it should. In this order. */
export const URGENCIES = ['now', 'soon', 'watch'] as const;

/** One thing that needs somebody. */
export interface ToDo {
  readonly urgency: (typeof URGENCIES)[number];
  /** What is the matter. */
  readonly matter: string;
  /** What it is about, such as an account. */
  readonly thing?: ComponentChildren;
  readonly details?: ComponentChildren;
  /** The page where something can be done about it, below the home page. */
  readonly to: string;
  readonly button: string;
}

/** What needs somebody, the most urgent first. */
export function ToDoList({ toDos }: { readonly toDos: readonly ToDo[] }) {
  const words = useWords('home');
  const sorted = URGENCIES.flatMap((urgency) => toDos.filter((one) => one.urgency === urgency));
  return (
    <section>
      <h2>{words.needsYou}</h2>
      {sorted.length === 0 ? (
        <p class="card all-well">
          <Icon name="check" /> {words.nothingToDo}
        </p>
      ) : (
        <ul class="card to-do">
          {sorted.map((toDo) => (
            <li class={toDo.urgency}>
              <Icon name="triangle-alert" />
              <div>
                <strong>{toDo.matter}</strong>
                {toDo.thing !== undefined && <> · {toDo.thing}</>}
                {toDo.details !== undefined && <div class="details">{toDo.details}</div>}
              </div>
              <ButtonLink to={toDo.to}>{toDo.button}</ButtonLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
