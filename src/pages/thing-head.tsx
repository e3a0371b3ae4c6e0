import type { ComponentChildren } from 'preact';
import { ShowsAllDigits } from './values.js';
import { useWords } from './words.js';

/** One thing that matters, such as a balance, and what else is known of it. */
export interface HeadFact {
  readonly title: string;
  readonly value: ComponentChildren;
  readonly more?: ComponentChildren;
}

interface ThingHeadProps {
  /** Its badges; left out for what has no states. */
  readonly state?: ComponentChildren;
  /** Beside its state, such as a picture, or why it is so. */
  readonly beside?: ComponentChildren;
  /** Two to four; those that are undefined are left out. */
  readonly facts: readonly (HeadFact | false | undefined)[];
  /** What is mostly done with it: buttons, and links that look like them. */
  readonly actions?: ComponentChildren;
}

/** What stands below the name of a thing: its state, what matters most, and what is mostly done with it. */
export function ThingHead({ state, beside, facts, actions }: ThingHeadProps) {
  const words = useWords('common');
  return (
    <section class="card head">
      {Boolean(state ?? beside) && (
        <div class="states">
          {state !== undefined && <span class="unseen">{words.state}: </span>}
          {state}
          {beside}
        </div>
      )}
      <dl>
        {facts.map(
          (fact) =>
            fact && (
              <div key={fact.title}>
                <dt>{fact.title}</dt>
                <ShowsAllDigits.Provider value>
                  <dd class="figure">{fact.value}</dd>
                  {fact.more && <dd class="more">{fact.more}</dd>}
                </ShowsAllDigits.Provider>
              </div>
            ),
        )}
      </dl>
      {actions && <div class="actions">{actions}</div>}
    </section>
  );
}
