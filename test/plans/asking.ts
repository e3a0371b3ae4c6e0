import { cursorOf } from '../../src/operations/lists/page.js';
import { readBy } from '../support/scans.js';
import type { SentStatement, SentStatements } from '../support/sent-statements.js';
import type { TestDatabase } from '../support/test-database.js';
import type { Answer } from '../support/http-client.js';
import { until } from '../support/until.js';
import type { Question } from './question.js';

/** Sends a request of one door: the path behind its prefix. */
export type Ask = (path: string) => Promise<Answer>;

/** What was measured of one page. */
export interface Measured {
  /** Such as `GET /admin/api/v1/orders?status=wait`. */
  readonly asked: string;
  readonly page: 'first' | 'far down';
  readonly status: number;
  readonly rows: number;
  /** Of tables and indexes. */
  readonly pages: number;
  /** The same of the first page; undefined for that one. */
  readonly pagesOfFirst?: number;
  /** The table of which most rows were read. */
  readonly table: string;
  /** Of the whole request, in the median. */
  readonly ms: number;
  readonly most: number | undefined;
  /** The text of an answer that is no success. */
  readonly failure: string;
  readonly statements: readonly SentStatement[];
}

type Read = Pick<Measured, 'rows' | 'pages' | 'table' | 'statements'>;

/** A cold page is not what is measured: it is read once before the three that count. */
const ROUNDS_OF_LIST = 4;
/** A sum takes long whether it is cold or not. */
const ROUNDS_OF_SUM = 1;

/** Asks a door, and counts what the statements of each request read. */
export class Asking {
  constructor(
    private readonly db: Pick<TestDatabase, 'query'>,
    private readonly sent: SentStatements,
    private readonly prefix: string,
    private readonly ask: Ask,
  ) {}

  /** Its first page, and one far down if it has one. */
  async measure(question: Question): Promise<Measured[]> {
    const first = await this.page(question, 'first', question.path);
    if (!question.far) return [first];
    const separator = question.path.includes('?') ? '&' : '?';
    const path = `${question.path}${separator}cursor=${await this.cursor(question.far)}`;
    const far = await this.page(question, 'far down', path);
    return [first, { ...far, pagesOfFirst: first.pages }];
  }

  /** Resolves when requests read no more what a server keeps in memory, such as the tokens that were made last. */
  async settled({ path }: Question): Promise<void> {
    await until(async () => {
      this.sent.take();
      await this.ask(encodeURI(path));
      return !this.sent.take().some(({ sql }) => sql.includes('access_tokens'));
    });
  }

  private async cursor({ list, key }: NonNullable<Question['far']>): Promise<string> {
    const [row] = await this.db.query<{ key: string[] }>(key);
    return cursorOf(list, row?.key ?? []);
  }

  private async page(
    { path: asked, most }: Question,
    page: Measured['page'],
    path: string,
  ): Promise<Measured> {
    const times: number[] = [];
    let answer: Answer | undefined;
    const rounds = most === undefined ? ROUNDS_OF_SUM : ROUNDS_OF_LIST;
    for (let round = 0; round < rounds; round++) {
      this.sent.take();
      const start = performance.now();
      answer = await this.ask(encodeURI(path));
      times.push(performance.now() - start);
    }
    const status = answer?.status ?? 0;
    const isSuccess = status === 200 || status === 303;
    const failure = isSuccess ? '' : (answer?.text ?? '');
    const read = await this.read();
    const shown = decodeURI(`GET ${this.prefix}${asked}`);
    return {
      asked: shown,
      page,
      status,
      ...read,
      ms: median(times.slice(-ROUNDS_OF_LIST + 1)),
      most,
      failure,
    };
  }

  /** What the statements of the last request read, by executing each once more. */
  private async read(): Promise<Read> {
    const byTable = new Map<string, number>();
    let pages = 0;
    const statements = this.sent.take();
    for (const statement of statements) {
      const read = await readBy(this.db, statement);
      pages += read.pages;
      for (const { table, rows } of read.scans) {
        byTable.set(table, (byTable.get(table) ?? 0) + rows);
      }
    }
    const [largest] = [...byTable].sort(([, one], [, other]) => other - one);
    const rows = [...byTable.values()].reduce((all, one) => all + one, 0);
    return { rows, pages, table: largest?.[0] ?? '', statements };
  }
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}
