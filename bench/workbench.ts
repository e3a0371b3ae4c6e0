import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ServerProcess } from '../test/support/server-process.js';
import { ShopRows } from '../src/start/testing/shop-rows.js';
import { createTestDatabase, type TestDatabase } from '../test/support/test-database.js';
import { benchCatalog } from './bench-catalog.js';
import { Cleanup } from './cleanup.js';
import { folderBesideServer } from './folder-beside-server.js';
import { versionOf } from './git-version.js';
import type { Plan } from './plan.js';
import { makeHurriedTables } from './references/hurried-shop.tables.js';
import type { PreparedAnswer, SelectAnswer } from './references/prepared-answer.js';
import { soukCommands } from './souk-commands.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TYPESCRIPT = ['--no-warnings', '--import', './test/support/typescript-hooks.js'];
const FUNDS = '1000000';

/** A shop of ours: its database, and one token for each of its accounts. */
export interface Shop {
  readonly db: TestDatabase;
  readonly tokens: readonly string[];
}

/** What all rows are measured with: databases, servers, and that nothing of it is left at the end. */
export class Workbench {
  private readonly shops = new Map<number, Promise<Shop>>();
  private answers = 0;

  private constructor(
    readonly plan: Plan,
    private readonly cleanup: Cleanup,
    private readonly folder: string,
  ) {}

  /**
   * Takes a PostgreSQL server, works, and cleans up behind it.
   * @param options `countsStatements`: by the embedded one, with pg_stat_statements.
   */
  static async use<T>(
    plan: Plan,
    work: (bench: Workbench) => Promise<T>,
    options: { readonly countsStatements?: boolean } = {},
  ): Promise<T> {
    const cleanup = new Cleanup();
    try {
      const folder = await folderBesideServer(cleanup, options);
      return await work(new Workbench(plan, cleanup, folder));
    } finally {
      await cleanup.run();
    }
  }

  /** Says on standard error what goes on: the table alone goes to standard output. */
  progress(line: string): void {
    console.error(line);
  }

  database(options: { empty: boolean }): Promise<TestDatabase> {
    return this.cleanup.having(
      () => createTestDatabase(options),
      (db) => db.drop(),
    );
  }

  /** The shop with the generated catalog of a size and one account, made when first asked for. */
  catalogShop(products: number): Promise<Shop> {
    const shop = this.shops.get(products) ?? this.newShop(products, 1);
    this.shops.set(products, shop);
    return shop;
  }

  /** A new shop with a generated catalog, whose accounts can pay. */
  async newShop(products: number, accounts: number): Promise<Shop> {
    this.progress(`a shop with ${products} products and ${accounts} accounts …`);
    const db = await this.database({ empty: false });
    const rows = new ShopRows(db);
    const tokens: string[] = [];
    for (let number = 1; number <= accounts; number++) {
      const { token } = await rows.account({ name: `Reseller ${number}`, balance: FUNDS });
      tokens.push(token);
    }
    const file = await this.file(
      `catalog-${products}.json`,
      JSON.stringify(benchCatalog(products)),
    );
    await this.cleanup.having(
      () => soukCommands(ROOT, db.directUrl, [['catalog', 'import', file]]),
      () => Promise.resolve(),
    );
    await db.query('ANALYZE');
    return { db, tokens };
  }

  /** The built server without one of its parts. @param part a file of `bench/ablations`, without its ending */
  soukWithout(part: string, shop: Shop): Promise<ServerProcess> {
    return this.souk(shop, ['--import', `./bench/ablations/no-${part}.js`]);
  }

  /** The built server, with its settings as they come. @param options of Node @param given settings besides */
  souk(
    { db }: Shop,
    options: readonly string[] = [],
    given: Record<string, string> = {},
  ): Promise<ServerProcess> {
    const settings = { DATABASE_URL: db.url, DATABASE_DIRECT_URL: db.directUrl, ...given };
    return this.start([...options, 'dist/main.js'], settings);
  }

  /** The server of an earlier commit, built for it, on the same database. */
  async soukBefore({ db }: Shop, commit: string): Promise<ServerProcess> {
    const version = await this.cleanup.having(
      () => versionOf(commit),
      (built) => built.remove(),
    );
    const settings = { DATABASE_URL: db.url, DATABASE_DIRECT_URL: db.directUrl };
    return this.start(['dist/main.js'], settings, version.folder);
  }

  /** A server of Node alone that sends one answer. @param options of Node */
  async bareServer(
    answer: PreparedAnswer,
    options: readonly string[] = [],
  ): Promise<ServerProcess> {
    const file = await this.answerFile(answer);
    return this.start([...options, 'bench/references/bare-server.js', file]);
  }

  /** A server of Node alone that reads one row of the shop's database before it sends the answer. */
  async selectServer({ db }: Shop, answer: SelectAnswer): Promise<ServerProcess> {
    const file = await this.answerFile(answer);
    return this.start(['bench/references/select-server.js', file], { DATABASE_URL: db.url });
  }

  /** Starts a server that writes a profile of itself into a folder when it stops. */
  async profiled(
    name: string,
    start: (options: readonly string[]) => Promise<ServerProcess>,
  ): Promise<{ server: ServerProcess; folder: string }> {
    const folder = join(this.folder, name);
    return { server: await start(['--cpu-prof', `--cpu-prof-dir=${folder}`]), folder };
  }

  /** Nest on Express with a guard that sends one answer. */
  async nestServer(answer: PreparedAnswer): Promise<ServerProcess> {
    const file = await this.answerFile(answer);
    return this.start([...TYPESCRIPT, 'bench/references/nest-server.ts', file]);
  }

  /** The shop of a team in a hurry, with the same catalog and tokens in a database of its own. */
  async hurriedShop(products: number, tokens: readonly string[]): Promise<ServerProcess> {
    const { url } = await this.database({ empty: true });
    await makeHurriedTables(url, benchCatalog(products), tokens);
    const words = [...TYPESCRIPT, 'bench/references/hurried-shop.ts'];
    return this.start(words, { DATABASE_URL: url });
  }

  private start(
    args: string[],
    settings: Record<string, string> = {},
    folder = ROOT,
  ): Promise<ServerProcess> {
    return this.cleanup.having(
      () => ServerProcess.start(settings, { folder, args }),
      (server) => server.stop(),
    );
  }

  /** Writes a file, which is gone at the end. @returns its path */
  async file(name: string, text: string): Promise<string> {
    const file = join(this.folder, name);
    await writeFile(file, text);
    return file;
  }

  private answerFile(answer: PreparedAnswer): Promise<string> {
    return this.file(`answer-${++this.answers}.json`, JSON.stringify(answer));
  }
}

/** The port of a server. */
export function portOf({ baseUrl }: ServerProcess): number {
  return Number(new URL(baseUrl).port);
}

/**
 * Measures contenders in turn, round after round. A round before the first one does not count: servers that have just
 * started are several times as slow until Node has compiled what they do.
 * @returns for each contender what its rounds gave, in the order of the contenders.
 */
export async function inTurn<Figure = number>(
  rounds: number,
  contenders: readonly (() => Promise<Figure>)[],
): Promise<Figure[][]> {
  const figures: Figure[][] = contenders.map(() => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [index, measure] of contenders.entries()) {
      const figure = await measure();
      if (round > 0) figures[index]?.push(figure);
    }
  }
  return figures;
}
