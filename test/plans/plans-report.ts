import type { Measured } from './asking.js';

/** Pages of the database for each row that may be read: an index has a few levels, and a long text is stored apart. */
const PAGES_PER_ROW = 8;
/** Every request looks at some settings, whatever it asks for. */
const PAGES_OF_ANY = 200;
/** A page far down may read so many times the pages of the first one, and does not read an index from its end to there. */
const TIMES_FIRST = 2;
/** What is asked for with an id that nothing has, such as a webhook. */
const NOT_FOUND = 404;

/** Of an answer that is no success. */
const SHOWN_CHARACTERS = 300;
/** How a report begins to say that it was given up after its time, as it may be on a busy machine. */
const GIVEN_UP = 'The period has too many orders';

/** Why a page is not as it has to be; undefined if it is. */
export function faultOf(measured: Measured): string | undefined {
  const { status, rows, pages, pagesOfFirst = Infinity, most, failure } = measured;
  if (most === undefined && failure.includes(GIVEN_UP)) return undefined;
  if (failure !== '' && status !== NOT_FOUND) {
    return `it is answered ${status}: ${failure.slice(0, SHOWN_CHARACTERS)}`;
  }
  if (most === undefined) return undefined;
  if (rows > most) return `${rows} rows are more than ${most}`;
  const mostPages = Math.min(most * PAGES_PER_ROW, pagesOfFirst * TIMES_FIRST) + PAGES_OF_ANY;
  return pages > mostPages ? `${pages} pages are more than ${mostPages}` : undefined;
}

/** What was measured, as a table in Markdown. */
export function plansTable(measured: readonly Measured[]): string {
  const rows = measured.map((one) => [
    `\`${one.asked}\``,
    one.page,
    one.rows,
    one.most ?? one.status,
    one.pages,
    one.table,
    one.ms.toFixed(one.ms < 10 ? 1 : 0),
  ]);
  const isBounded = measured.some(({ most }) => most !== undefined);
  const header = [
    'asked',
    'page',
    'rows',
    isBounded ? 'at most' : 'answered',
    'database pages',
    'most rows of',
    'ms',
  ];
  return [header, header.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
