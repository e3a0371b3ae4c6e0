import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpClient } from '../../support/http-client.js';
import type { Random } from '../../support/random.js';
import { errorCode, ENCODINGS } from '../reader.js';
import type { Faults } from '../../support/faults.js';
import type { WatchedServer } from '../watched-server.js';
import { AUDIENCES, changePrice, type LargeReader, type LargeShop } from './large-shop.js';
import { firstDifference, toldByAnswer, toldBySql } from './told-by-sql.js';

const GIBIBYTE = 2 ** 30;
const MAX_MEMORY_GIB = 1.5;
const SAMPLING_INTERVAL_MS = 200;
const CLIENTS = 4;
const WHOLE = ['products', 'products', 'products?base=1', 'products-wrapped', 'tree', 'catalog'];
const COMPARED_SHELVES = 200;
const COMPARED_WHOLE = 3;

/** Many accounts in fifty audiences on a large catalog that changes: what it costs, and whether it is right. */
export class Crowd {
  private most = 0;
  private over = false;

  constructor(
    private readonly shop: LargeShop,
    private readonly server: WatchedServer,
    private readonly client: HttpClient,
    private readonly faults: Faults,
  ) {}

  /** Each account reads; then, when nothing changes any more, samples are held against the database. */
  async read(random: Random): Promise<string> {
    const watching = [this.watchMemory(), this.changeEverySecond(random.fork())];
    const left = [...this.shop.readers.entries()];
    const work = async (own: Random): Promise<void> => {
      for (let next = left.shift(); next; next = left.shift()) await this.visit(next, own);
    };
    await Promise.all(Array.from({ length: CLIENTS }, () => work(random.fork())));
    this.over = true;
    await Promise.all(watching);
    await this.compare(random);
    const memory = this.most / GIBIBYTE;
    this.faults.limit('resident memory', memory, MAX_MEMORY_GIB, 'GiB');
    const { length } = this.shop.readers;
    return `${length} accounts in ${AUDIENCES} audiences: at most ${memory.toFixed(2)} GiB resident`;
  }

  /** The first two accounts of each audience read all of the catalog, the others some categories. */
  private async visit([number, reader]: [number, LargeReader], random: Random): Promise<void> {
    if (number < 2 * AUDIENCES) await this.get(reader, random.pick(WHOLE), random);
    for (let count = 0; count < 5; count++) {
      await this.get(reader, `content/${random.pick(this.shop.shelves)}`, random);
    }
  }

  private async get(reader: LargeReader, path: string, random: Random): Promise<string> {
    const headers = { 'Accept-Encoding': random.pick(ENCODINGS) };
    const ask = { token: reader.token, headers };
    const { text } = await this.client.send(`/client/api/${path}`, ask);
    const code = errorCode(text);
    // A category may be hidden.
    if (code !== undefined && code !== 109) this.faults.add(`${code} for a reader`, path);
    return text;
  }

  private async watchMemory(): Promise<void> {
    while (!this.over) {
      this.most = Math.max(this.most, await this.server.residentBytes());
      await sleep(SAMPLING_INTERVAL_MS);
    }
  }

  private async changeEverySecond(random: Random): Promise<void> {
    while (!this.over) {
      await changePrice(this.shop, random.between(1, this.shop.products));
      await sleep(1000);
    }
  }

  private async compare(random: Random): Promise<void> {
    const { shop } = this;
    for (let count = 0; count < COMPARED_SHELVES; count++) {
      await this.compareOne(random.pick(shop.readers), random, random.pick(shop.shelves));
    }
    for (let count = 0; count < COMPARED_WHOLE; count++) {
      await this.compareOne(random.pick(shop.readers), random);
    }
  }

  private async compareOne(reader: LargeReader, random: Random, shelf?: number): Promise<void> {
    const path = shelf === undefined ? 'products' : `content/${shelf}`;
    const have = toldByAnswer(await this.get(reader, path, random));
    const fault = firstDifference(have, await toldBySql(this.shop, reader.group, shelf));
    if (fault) this.faults.add('not what the database says', `${path}, ${reader.group}: ${fault}`);
  }
}
