import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpClient } from '../../support/http-client.js';
import type { Random } from '../../support/random.js';
import { ENCODINGS } from '../reader.js';
import type { Faults } from '../../support/faults.js';
import type { WatchedServer } from '../watched-server.js';
import { changePrice, type LargeReader, type LargeShop } from './large-shop.js';

const PRODUCTS = '/client/api/products';
const FIRST_BUILD_MS = 3_000;
const MAX_PAUSE_MS = 50;
const WARM_UP_MS = 15_000;
/** Audiences that poll. */
const POLLING = 4;
const CONTENT_INTERVAL_MS = 20;
/** Long for a test, short for a bot. */
const WHOLE_INTERVAL_MS = 10_000;

/** How long the first answer takes, and how long the server ever stands still while the catalog changes. */
export class Pauses {
  private over = false;

  constructor(
    private readonly shop: LargeShop,
    private readonly server: WatchedServer,
    private readonly client: HttpClient,
    private readonly faults: Faults,
  ) {}

  async measure(random: Random, seconds: number): Promise<string> {
    const first = await this.firstBuild();
    const readers = this.shop.readers.slice(0, POLLING);
    const work = [
      this.changeEverySecond(random.fork()),
      ...readers.map((reader) => this.pollAll(reader, random.fork())),
      ...readers.map((reader) => this.pollShelves(reader, random.fork())),
    ];
    await sleep(WARM_UP_MS);
    await this.server.figures();
    await sleep(seconds * 1000);
    const figures = await this.server.figures();
    this.over = true;
    await Promise.all(work);
    this.faults.limit('the longest pause', figures.longestPause, MAX_PAUSE_MS, 'ms');
    const [longest, own, usual, collection] = [
      figures.longestPause,
      figures.longestWork,
      figures.pauseOf999,
      figures.longestCollection,
    ].map((time) => time.toFixed(0));
    return `first whole answer after ${first.toFixed(0)} ms, longest pause in ${seconds} s ${longest} ms, ${own} ms of them work (99.9 % ${usual} ms, longest garbage collection ${collection} ms)`;
  }

  private async firstBuild(): Promise<number> {
    const { token } = this.reader;
    const { begun, ended, status } = await this.client.fetch(PRODUCTS, { token });
    if (status !== 200) this.faults.add('no first answer', String(status));
    this.faults.limit('the first build', ended - begun, FIRST_BUILD_MS, 'ms');
    return ended - begun;
  }

  private get reader(): LargeReader {
    const [reader] = this.shop.readers;
    if (!reader) throw new Error('there are no accounts');
    return reader;
  }

  private async changeEverySecond(random: Random): Promise<void> {
    while (!this.over) {
      await changePrice(this.shop, random.between(1, this.shop.products));
      await sleep(1000);
    }
  }

  /** Whole answers, as a rule another one each time. */
  private async pollAll({ token }: LargeReader, random: Random): Promise<void> {
    let tag = '';
    await sleep(random.between(0, WHOLE_INTERVAL_MS));
    while (!this.over) {
      const headers = { 'Accept-Encoding': random.pick(ENCODINGS), 'If-None-Match': tag };
      const answer = await this.client.fetch(PRODUCTS, { token, headers });
      tag = answer.headers.etag ?? '';
      await sleep(WHOLE_INTERVAL_MS);
    }
  }

  private async pollShelves({ token }: LargeReader, random: Random): Promise<void> {
    while (!this.over) {
      await this.client.fetch(`/client/api/content/${random.pick(this.shop.shelves)}`, { token });
      await sleep(CONTENT_INTERVAL_MS);
    }
  }
}
