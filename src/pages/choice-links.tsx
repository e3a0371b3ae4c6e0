import type { ComponentChildren } from 'preact';
import { usePage } from './page-context.js';

/** A link among others. */
export interface LinkedChoice {
  readonly name: string;
  readonly href: string;
  readonly isChosen: boolean;
  /** Of what there is behind it. */
  readonly count?: number;
}

interface ChoiceLinksProps {
  readonly label: string;
  readonly choices: readonly LinkedChoice[];
  /** What stands behind the links. */
  readonly children?: ComponentChildren;
}

/** Links in a line, of which one leads to what is shown: the first one, if several do, such as today and this month on its first day. */
export function ChoiceLinks({ label, choices, children }: ChoiceLinksProps) {
  const { formats } = usePage();
  const chosen = choices.findIndex(({ isChosen }) => isChosen);
  return (
    <nav class="parts" aria-label={label}>
      <ul>
        {choices.map(({ name, href, count }, index) => (
          <li key={name}>
            <a href={href} aria-current={index === chosen ? 'page' : undefined}>
              {name}
              {count !== undefined && (
                <>
                  {' '}
                  <bdi>{formats.count(count)}</bdi>
                </>
              )}
            </a>
          </li>
        ))}
        {children}
      </ul>
    </nav>
  );
}
