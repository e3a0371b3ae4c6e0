import { setTimeout as sleep } from 'node:timers/promises';
import { souk } from '../../support/command-line.js';
import type { ServerProcess } from '../../support/server-process.js';
import { ShopRows } from '../../../src/start/testing/shop-rows.js';
import type { Change } from '../../judge/recorder.js';
import { ownToken, type ChaosShop } from '../shop/chaos-shop.js';
import { databaseProcesses, signalAll } from '../database-processes.js';
import { asksToCommit, saysCommitted } from '../commits.js';
import type { Line, Watch } from '../../support/line.js';
import type { OrderClient } from '../shop/order-client.js';
import type { Random } from '../../support/random.js';

/** The parts that faults may break. */
export interface World {
  readonly shop: ChaosShop;
  /** The server's line to its database. */
  readonly line: Line;
  readonly client: OrderClient;
  /** Restarts the server on the same database. */
  readonly start: () => Promise<ServerProcess>;
}

/** Breaks one thing after the other, and repairs each before it breaks the next. */
export class Weather {
  /** How often each fault occurred. */
  readonly came: Record<string, number> = {};
  private over = false;
  /** Part of the commits that are cut before they arrive, or after they are done. */
  private commitCuts = { before: 0, after: 0 };

  constructor(
    private readonly world: World,
    private server: ServerProcess,
    private readonly random: Random,
  ) {
    world.line.watch = () => this.commitWatch();
    world.line.cut();
    world.client.connect(server.baseUrl);
  }

  /** Goes on until `calm`. */
  async rage(): Promise<void> {
    const faults = Object.entries(this.faults);
    while (!this.over) {
      const [name, strike] = this.random.pick(faults);
      this.came[name] = (this.came[name] ?? 0) + 1;
      await strike();
      await sleep(this.random.between(50, 500));
    }
  }

  calm(): void {
    this.over = true;
  }

  /** Stops the server by SIGTERM and starts another one. @returns its exit code. */
  async restart(): Promise<number | null> {
    const code = await this.server.stop();
    await this.begin();
    return code;
  }

  /** Ends the last server. */
  async end(): Promise<void> {
    this.world.client.disconnect();
    await this.server.stop();
  }

  private readonly faults: Readonly<Record<string, () => Promise<void>>> = {
    'all lines to the database cut': async () => {
      this.world.line.cut();
      await sleep(this.random.between(0, 300));
    },
    'no line to the database for a while': async () => {
      this.world.line.break();
      await sleep(this.random.between(200, 4000));
      this.world.line.repair();
    },
    'commits cut before they arrive': () => this.cutCommits({ before: 0.5, after: 0 }),
    'commits cut after they are done': () => this.cutCommits({ before: 0, after: 0.5 }),
    'PostgreSQL stands still': async () => {
      const processes = await databaseProcesses(this.world.shop.db.url);
      signalAll(processes, 'SIGSTOP');
      await sleep(this.random.between(200, 12_000));
      signalAll(processes, 'SIGCONT');
    },
    'app killed': async () => {
      await this.server.stop('SIGKILL');
      this.world.client.disconnect();
      await this.begin();
    },
    'app stopped': async () => {
      await this.restart();
    },
    'product off': () => this.switched('product', 'set', String(this.product), '--available'),
    maintenance: () => this.switched('maintenance'),
    'token revoked': () => this.revokeToken(),
  };

  private async begin(): Promise<void> {
    this.server = await this.world.start();
    this.world.client.connect(this.server.baseUrl);
  }

  private async cutCommits(parts: { before: number; after: number }): Promise<void> {
    this.commitCuts = parts;
    await sleep(this.random.between(500, 2000));
    this.commitCuts = { before: 0, after: 0 };
  }

  private commitWatch(): Watch {
    let placing = false;
    return {
      toServer: (chunk) => {
        const commits = asksToCommit(chunk);
        placing = commits && !chunk.includes('COMMIT\0');
        return commits && this.random.chance(this.commitCuts.before);
      },
      toClient: (chunk) =>
        saysCommitted(chunk, placing) && this.random.chance(this.commitCuts.after),
    };
  }

  private get product(): number {
    return this.world.shop.products.accepted;
  }

  /** Switches something off or into maintenance for a while, as an operator would. */
  private async switched(...words: string[]): Promise<void> {
    const { url } = this.world.shop.db;
    const isProduct = words[0] === 'product';
    const [first, second] = isProduct ? ['off', 'on'] : ['on', 'off'];
    const switchTo = (state: string): ReturnType<typeof souk> =>
      this.world.shop.recorder.changing(
        [isProduct ? availability(this.product, state) : maintenance(state)],
        () => souk(url, ...words, state),
        ({ code }) => code === 0,
      );
    await switchTo(first);
    await sleep(this.random.between(100, 1000));
    const { code, err } = await switchTo(second);
    if (code !== 0) throw new Error(err);
  }

  private async revokeToken(): Promise<void> {
    const { db, accounts, recorder } = this.world.shop;
    const account = this.random.pick(accounts);
    const revoke = 'UPDATE access_tokens SET revoked_at = now() WHERE account_id = $1';
    const revoked = recorder
      .tokenIdsOf(account.id)
      .map((id) => ({ method: 'POST' as const, path: `tokens/${id}/revoke` }));
    await recorder.changing(revoked, () => db.query(revoke, [account.id]));
    await sleep(this.random.between(100, 1000));
    const token = await new ShopRows(db).token(account.id);
    ownToken(recorder, { id: account.id, token });
    account.token = token;
  }
}

function availability(product: number, state: string): Change {
  return { method: 'PATCH', path: `products/${product}`, body: { available: state === 'on' } };
}

function maintenance(state: string): Change {
  const closed = state === 'on' ? 'everything' : 'nothing';
  return { method: 'PUT', path: 'maintenance', body: { closed } };
}
