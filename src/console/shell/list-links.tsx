import { CursorPager, type Sorting } from '../../pages/table.js';
import { LinkLine } from '../../pages/text-links.js';
import type { Visit } from '../visit/visit.js';
import { useWords } from '../../pages/words.js';

interface ListLinksProps {
  /** Of the list, below the console. */
  readonly path: string;
  /** What it is filtered by. */
  readonly values?: Readonly<Record<string, string | undefined>> | undefined;
  /** The cursor of the next page; null at the end, and of what has one page. */
  readonly next: string | null;
}

/** A list is sorted on its page where that shows all of it, not one part of several. @param next the cursor of the next page */
export function sortingOf(
  { query }: Visit,
  at: string,
  { next }: { readonly next: string | null },
): Sorting {
  return { at, isWhole: next === null && !query.has('cursor') };
}

/** Below a list: its next page, and the whole list as a file. */
export function ListLinks({ path, values = {}, next }: ListLinksProps) {
  return (
    <>
      <CursorPager page={path} cursor={next} parameters={values} />
      <LinkLine to={path} parameters={{ ...values, format: 'csv' }}>
        {useWords('console').csv}
      </LinkLine>
    </>
  );
}
