/** A page far down a list. */
export interface FarPage {
  /** How cursors name the list. */
  readonly list: string;
  /** SQL of a row of one column `key`: the texts of the cursor. */
  readonly key: string;
}

/** One thing that is asked of the shop. */
export interface Question {
  /** The route, as the router has it, such as `GET orders`. */
  readonly route: string;
  /** Path and query, after the prefix of the door. */
  readonly path: string;
  /** Most rows that its statements may read; undefined for a sum, which reads what it sums up. */
  readonly most?: number;
  readonly far?: FarPage;
}

/** What a page of 50 items reads with all that belongs to them. */
export const MOST_OF_PAGE = 500;

/** An order with its timeline: PostgreSQL reads the small table of operators whole, once for each ledger entry, to name them. */
export const MOST_OF_TIMELINE = 1_500;

interface Asked {
  readonly most?: number;
  readonly far?: FarPage;
}

/** A list, or one thing: it reads a bounded number of rows. */
export function bounded(route: string, path: string, asked: Asked = {}): Question {
  return { route: `GET ${route}`, path, most: MOST_OF_PAGE, ...asked };
}

/** It reads all that it sums up. */
export function sum(route: string, path: string): Question {
  return { route: `GET ${route}`, path };
}

const TIME = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** The key of the row in the middle of a list by time. */
export function middleByTime(list: string, table: string, time: string, id: string): FarPage {
  return {
    list,
    key: `SELECT ARRAY[${TIME(time)}, ${id}::text] AS key FROM ${table}
          ORDER BY ${time} DESC, ${id} DESC OFFSET (SELECT count(*) / 2 FROM ${table}) LIMIT 1`,
  };
}

/** The key of an id in the middle of a list by id. */
export function middleById(list: string, table: string): FarPage {
  return { list, key: `SELECT ARRAY[(max(id) / 2)::text] AS key FROM ${table}` };
}
