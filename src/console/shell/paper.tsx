import type { ComponentChildren, ComponentProps } from 'preact';
import { Details } from '../../pages/table.js';
import { LinkLine, PageLink } from '../../pages/text-links.js';
import { ShowsAllDigits, Time } from '../../pages/values.js';
import { useWords, wordsOf } from '../../pages/words.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';

type Target = Pick<ComponentProps<typeof PageLink>, 'to' | 'parameters'>;

/** Leads to the paper of what a page shows. */
export function PrintLink({ to, parameters }: Target) {
  return (
    <LinkLine to={to} parameters={{ ...parameters, print: '1' }}>
      {useWords('page').print}
    </LinkLine>
  );
}

/** True for who asks for the paper of a page. */
export function isPaper({ query }: Visit): boolean {
  return query.has('print');
}

interface Paper extends Target {
  readonly title: string;
  readonly facts: ComponentProps<typeof Details>['entries'];
  readonly content: ComponentChildren;
}

/** A page to be printed. The way back to what it is of is not. */
export function paper(visit: Visit, { title, facts, content, ...target }: Paper): Page {
  const words = wordsOf(visit.language, 'page');
  return {
    title,
    isPaper: true,
    content: (
      <ShowsAllDigits.Provider value={true}>
        <p class="unprinted">
          <PageLink {...target}>{words.back}</PageLink>
        </p>
        <Details entries={[...facts, [words.created, <Time value={new Date()} />]]} />
        {content}
      </ShowsAllDigits.Provider>
    ),
  };
}
