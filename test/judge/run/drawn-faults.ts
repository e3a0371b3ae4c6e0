import { setTimeout as sleep } from 'node:timers/promises';
import { asksToCommit, asksToPlace, saysCommitted } from '../../chaos/commits.js';
import type { Direction } from '../../support/line.js';
import type { Random } from '../../support/random.js';
import type { Chosen, FaultLine } from './fault-line.js';
import type { JudgedDatabase } from './judged-database.js';
import type { JudgedInstance } from './judged-instance.js';
import type { Operator } from './operator.js';
import { serverOf } from '../../support/other-server.js';
import type { Life } from './trade.js';
import { pickWeighted, type Weighted } from './weighted.js';

/** What faults may break. */
export interface Breakable {
  readonly instances: readonly JudgedInstance[];
  readonly database: JudgedDatabase;
  /** Closes and opens the shop. */
  readonly operator: Operator;
}

const PAUSE_MS = { least: 300, most: 1_500 };
/** A cut that has not come by then finds no data that it was for. */
const CUT_WAIT_MS = 1_500;
const CUTS = { least: 1, most: 8 };
/** An order's request has less, its statement more. */
const SMALL_BYTES = 400;
const LARGE_BYTES = 20_000;

const isOrder: Chosen = (_, asked) => asked.includes('/newOrder/');
const asks: Chosen = (chunk) => asksToCommit(chunk);
const isTold: Chosen = (chunk, asked) => saysCommitted(chunk, asksToPlace(asked));
const isAny: Chosen = () => true;

/** All faults, and how often each comes in proportion to the others. */
const WEIGHTS = {
  'kill-instance': 3,
  'stop-instance': 2,
  'suspend-instance': 3,
  'cut-order-requests': 3,
  'cut-order-answers': 3,
  'cut-clients': 2,
  'cut-commits': 3,
  'cut-committed': 3,
  'cut-database': 2,
  'silence-from-clients': 2,
  'silence-to-clients': 2,
  'silence-to-database': 3,
  'silence-from-database': 3,
  'no-database': 2,
  'suspend-database': 2,
  'kill-database': 1,
  failover: 1,
  'close-orders': 2,
  'close-everything': 1,
} as const;

type FaultName = keyof typeof WEIGHTS;

export const FAULTS = Object.keys(WEIGHTS) as FaultName[];

/** One fault, from its beginning to its repair. */
type Strike = () => Promise<void>;

/** Breaks one thing after the other, and repairs each before it breaks the next. */
export class DrawnFaults {
  /** How often each fault came. */
  readonly came = new Map<string, number>();
  private readonly table: Weighted<FaultName>;

  /** @param names of the faults that may come */
  constructor(
    private readonly world: Breakable,
    private readonly random: Random,
    names: readonly string[],
  ) {
    const { failOver } = world.database;
    this.table = FAULTS.filter((name) => names.includes(name))
      .filter((name) => name !== 'failover' || failOver !== undefined)
      .map((name) => [WEIGHTS[name], name]);
  }

  async rage(life: Readonly<Life>): Promise<void> {
    while (!life.over) {
      await this.while(PAUSE_MS.least, PAUSE_MS.most);
      if (this.table.length === 0) continue;
      const name = pickWeighted(this.random, this.table);
      this.came.set(name, (this.came.get(name) ?? 0) + 1);
      await this.strikes[name]();
    }
  }

  private readonly strikes: Readonly<Record<FaultName, Strike>> = {
    'kill-instance': () => this.restart('SIGKILL'),
    'stop-instance': () => this.restart('SIGTERM'),
    'suspend-instance': () => this.suspendInstance(),
    'cut-order-requests': () => this.cutOrders('toServer'),
    'cut-order-answers': () => this.cutOrders('toClient'),
    'cut-clients': () => this.cutClients(),
    'cut-commits': () => this.cutCommits('toServer'),
    'cut-committed': () => this.cutCommits('toClient'),
    'cut-database': () => this.cutDatabase(),
    'silence-from-clients': () => this.silenceClients('toServer'),
    'silence-to-clients': () => this.silenceClients('toClient'),
    'silence-to-database': () => this.silenceDatabase('toServer'),
    'silence-from-database': () => this.silenceDatabase('toClient'),
    'no-database': () => this.breakDatabase(),
    'suspend-database': () => this.suspendDatabase(),
    'kill-database': () => this.world.database.crash(),
    failover: () => this.failOver(),
    'close-orders': () => this.close('orders'),
    'close-everything': () => this.close('everything'),
  };

  private async restart(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const instance = this.instance();
    await instance.end(signal);
    await this.while(0, 1_000);
    await instance.begin();
  }

  private async suspendInstance(): Promise<void> {
    const goOn = this.instance().suspend();
    await this.while(200, 6_000);
    goOn();
  }

  private cutOrders(direction: Direction): Promise<void> {
    return this.cut(this.instance().clients, direction, isOrder, SMALL_BYTES);
  }

  private cutClients(): Promise<void> {
    return this.cut(this.instance().clients, this.direction(), isAny, LARGE_BYTES);
  }

  private cutCommits(direction: Direction): Promise<void> {
    const chosen = direction === 'toServer' ? asks : isTold;
    return this.cut(this.instance().databaseLines[0], direction, chosen, SMALL_BYTES);
  }

  private cutDatabase(): Promise<void> {
    const line = this.random.pick(this.instance().databaseLines);
    return this.cut(line, this.direction(), isAny, LARGE_BYTES);
  }

  private async cut(
    line: FaultLine,
    direction: Direction,
    chosen: Chosen,
    mostBytes: number,
  ): Promise<void> {
    for (let cuts = this.random.between(CUTS.least, CUTS.most); cuts > 0; cuts--) {
      const done = line.cutAfter(this.random.between(0, mostBytes), direction, chosen);
      await Promise.race([done, sleep(CUT_WAIT_MS)]);
      line.spare();
    }
  }

  private silenceClients(direction: Direction): Promise<void> {
    return this.silence([this.instance().clients], direction);
  }

  /** Of its pool, of the line on which it hears of changes, or of both. */
  private silenceDatabase(direction: Direction): Promise<void> {
    const [pool, direct] = this.instance().databaseLines;
    return this.silence(this.random.pick([[pool], [direct], [pool, direct]]), direction);
  }

  private async silence(lines: readonly FaultLine[], direction: Direction): Promise<void> {
    const lost = this.random.chance(0.5);
    for (const line of lines) line.silence(direction);
    await this.while(200, 6_000);
    for (const line of lines) line.speak({ lost });
  }

  private async breakDatabase(): Promise<void> {
    const lines = this.instance().databaseLines.map(({ line }) => line);
    for (const line of lines) line.break();
    await this.while(100, 4_000);
    for (const line of lines) line.repair();
  }

  private async suspendDatabase(): Promise<void> {
    const goOn = await this.world.database.suspend();
    await this.while(200, 8_000);
    goOn();
  }

  private async failOver(): Promise<void> {
    const lines = this.world.instances.flatMap(({ databaseLines }) => databaseLines);
    const { host } = serverOf(this.world.database.url);
    await this.world.database.failOver?.((port) => {
      for (const { line } of lines) {
        line.leadTo({ host, port });
        line.cut();
      }
    });
  }

  private async close(closed: 'orders' | 'everything'): Promise<void> {
    const request = { method: 'PUT', path: 'maintenance' } as const;
    await this.world.operator.ask({ ...request, body: { closed } });
    await this.while(100, 1_500);
    await this.world.operator.ask({ ...request, body: { closed: 'nothing' } });
  }

  private instance(): JudgedInstance {
    return this.random.pick(this.world.instances);
  }

  private direction(): Direction {
    return this.random.pick(['toServer', 'toClient']);
  }

  private async while(leastMs: number, mostMs: number): Promise<void> {
    await sleep(this.random.between(leastMs, mostMs));
  }
}
