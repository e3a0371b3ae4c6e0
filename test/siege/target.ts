import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BuiltVersion } from '../../bench/git-version.js';
import { WatchedServer, type ProcessFigures } from '../scale/watched-server.js';
import { createTestDatabase } from '../support/test-database.js';
import { Attacker } from './attacker.js';
import type { AttackName, FiguresOf, OptionsOf } from './attacks/table.js';
import { countOf, heldSockets, inWords } from './held-sockets.js';
import type { Amounts } from './scenario.js';
import { apiRequest, orderRequest, siegeShop, type SiegeShop } from './siege-shop.js';

const POLL_MS = 250;
/** A server whose figures take longer counts as blocked. */
const FIGURES_TIMEOUT_MS = 3_000;
const WARM_UP_SECONDS = 2;

/** A name whose address is what a process was started with. */
export const TURNED = 'turned.example';
const TURNED_NAME = new URL('turned-name.js', import.meta.url).href;

/** The environment of a process for which {@link TURNED} has the address. */
export function turnedName(address: string): Record<string, string> {
  return { TURNED_NAME: address, NODE_OPTIONS: `--import ${TURNED_NAME}` };
}

/** A built server on a shop of its own that is about to be attacked. */
export class Target {
  private constructor(
    readonly version: BuiltVersion,
    private readonly settings: Record<string, string>,
    private running: WatchedServer,
    readonly shop: SiegeShop,
    readonly secretKey: string,
  ) {}

  /**
   * The version makes its schema itself, and has answered every kind of request when this resolves.
   * @param own settings of the case
   */
  static async start(
    version: BuiltVersion,
    amounts: Amounts,
    own: Readonly<Record<string, string>> = {},
  ): Promise<Target> {
    const db = await createTestDatabase({ empty: true });
    const secretKey = randomBytes(32).toString('base64');
    // Callers with X-Forwarded-For come from that address.
    const settings = {
      DATABASE_URL: db.url,
      SECRET_KEYS: secretKey,
      TRUST_PROXY: 'loopback',
      ...turnedName('127.0.0.1'),
      ...own,
    };
    const server = await WatchedServer.start(settings, version.folder);
    const shop = await siegeShop(db, amounts.products, amounts.audiences);
    const target = new Target(version, settings, server, shop, secretKey);
    await target.warmUp();
    return target;
  }

  get server(): WatchedServer {
    return this.running;
  }

  /** @param meanwhile done while no server runs */
  async restart(meanwhile: () => Promise<void>): Promise<void> {
    await this.running.stop();
    await meanwhile();
    this.running = await WatchedServer.start(this.settings, this.version.folder);
  }

  get port(): number {
    return Number(new URL(this.server.baseUrl).port);
  }

  /** Begins an attack, which the caller has to stop. */
  attack<Name extends AttackName>(name: Name, options: OptionsOf<Name>): Promise<Attacker<Name>> {
    return Attacker.start(name, this.port, options);
  }

  /** Runs an attack that ends by itself. */
  async attacked<Name extends AttackName>(
    name: Name,
    options: OptionsOf<Name>,
  ): Promise<FiguresOf<Name>> {
    const attacker = await this.attack(name, options);
    await attacker.figures;
    return attacker.stop();
  }

  /** Connections that the server holds, honest ones included. */
  async connections(): Promise<number> {
    return countOf(await heldSockets(this.port));
  }

  async connectionsInWords(): Promise<string> {
    return inWords(await heldSockets(this.port));
  }

  /**
   * Waits until the server holds no more connections than `most`.
   * @returns after how many seconds, from `begun` on; undefined when it still holds them after `seconds`.
   */
  async closedAfter(most: number, seconds: number, begun: number): Promise<number | undefined> {
    for (;;) {
      const passed = (performance.now() - begun) / 1000;
      if ((await this.connections()) <= most) return passed;
      if (passed > seconds) return undefined;
      await sleep(POLL_MS);
    }
  }

  /** What its event loop was like since this was asked before; undefined when it stands still. */
  async figures(): Promise<ProcessFigures | undefined> {
    const signal = AbortSignal.timeout(FIGURES_TIMEOUT_MS);
    return this.server.figures(signal).catch(() => undefined);
  }

  /** Transactions of the database since its beginning; it counts them about a second late. */
  async transactions(): Promise<number> {
    const [row] = await this.shop.db.query<{ count: number }>(
      `SELECT (xact_commit + xact_rollback)::integer AS count FROM pg_stat_database
       WHERE datname = current_database()`,
    );
    return row?.count ?? NaN;
  }

  /** @returns the exit code, or null when it had to be killed. @param seconds that it may take */
  async stop(seconds: number): Promise<number | null> {
    const late = new AbortController();
    const ending = this.server.stop();
    const killing = sleep(seconds * 1000, undefined, late).then(
      () => this.server.stop('SIGKILL'),
      () => null,
    );
    const code = await Promise.race([ending, killing]);
    late.abort();
    await this.shop.db.drop();
    return code;
  }

  private async warmUp(): Promise<void> {
    const { honest, crowd } = this.shop;
    const routes = ['profile', 'products-wrapped', 'products?products_id=1,2', 'check?orders=ID_1'];
    await this.attacked('ask', {
      callers: 4,
      requests: [[orderRequest(this.shop), ...routes.map((route) => apiRequest(route, honest))]],
      total: Infinity,
      seconds: WARM_UP_SECONDS,
    });
    await this.attacked('ask', {
      callers: 1,
      requests: [crowd.slice(0, 3).map((token) => apiRequest('products-wrapped', token))],
      total: 3,
      seconds: WARM_UP_SECONDS,
    });
  }
}
