import type { VNode } from 'preact';
import { CursorPager } from '../../pages/table.js';
import type { Visit } from '../visit/visit.js';
import { CONSOLE_WORDS } from './console-words.js';

interface ListLinksProps {
  readonly visit: Visit;
  /** Of the list, below the console. */
  readonly path: string;
  /** What it is filtered by. */
  readonly values?: Readonly<Record<string, string | undefined>> | undefined;
  /** The cursor of the next page; null at the end. */
  readonly next: string | null;
}

/** Below a list: its next page, and the whole list as a file. */
export function ListLinks({ visit, path, values = {}, next }: ListLinksProps): VNode {
  const { language, links } = visit;
  return (
    <>
      <CursorPager page={path} cursor={next} parameters={values} />
      <p>
        <a href={links.to(path, { ...values, format: 'csv' })}>{CONSOLE_WORDS[language].csv}</a>
      </p>
    </>
  );
}
