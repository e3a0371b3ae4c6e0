import { randomUUID } from 'node:crypto';
import { startTestShop, type TestShop } from 'souk/testing';
import { Outside } from './outside.js';

/** The code of an answer that says nothing about the order. */
const TEMPORARILY_UNAVAILABLE = 111;

/** The answer to an order, or the code of its refusal. */
export interface Ordered {
  readonly order_id?: string;
  readonly status?: string;
  readonly price?: number;
  readonly code?: number;
}

/** A real shop with this extension, and what it calls. */
export class AcmeShop {
  private constructor(
    readonly shop: TestShop,
    readonly outside: Outside,
  ) {}

  static async start(): Promise<AcmeShop> {
    const outside = new Outside();
    await outside.start();
    const settings = {
      ACME_SUPPLIER_URL: outside.url,
      ACME_SINK_URL: `${outside.url}/sink`,
      ACME_DAILY_LIMIT: '10',
      ACME_PAYMENT_SECRET: 'of the gateway',
    };
    const shop = await startTestShop({ extensions: ['./dist/src/extension.js'], settings });
    return new AcmeShop(shop, outside);
  }

  /** As callers do, it sends the same key again while the shop is busy. */
  async order(token: string, productId: number, uuid: string = randomUUID()): Promise<Ordered> {
    const path = `/client/api/newOrder/${productId}/params?qty=1&order_uuid=${uuid}`;
    return until(async () => {
      const { json } = await this.shop.request(path, { token });
      const { code, data } = json as { code?: number; data?: Ordered };
      if (code === TEMPORARILY_UNAVAILABLE) return undefined;
      return data ?? { ...(code !== undefined && { code }) };
    });
  }

  /** The prices of the products that the caller sees. */
  async prices(token: string): Promise<Map<number, number>> {
    const { json } = await this.shop.request('/client/api/products', { token });
    const products = json as { id: number; price: number }[];
    return new Map(products.map(({ id, price }) => [id, price]));
  }

  /** A server learns of what others have changed within a second, so a test that changes something asks until it shows. */
  async untilPrices(
    token: string,
    isSo: (prices: ReadonlyMap<number, number>) => boolean,
  ): Promise<void> {
    await until(async () => isSo(await this.prices(token)) || undefined);
  }

  /** The weekday of the database in UTC; Sunday is 0. */
  async weekday(): Promise<number> {
    const [row] = await this.shop.query<{ day: number }>(
      "SELECT extract(dow FROM now() AT TIME ZONE 'UTC')::integer AS day",
    );
    return row!.day;
  }

  async close(): Promise<void> {
    await this.shop.close();
    await this.outside.stop();
  }
}

const TIMEOUT_MS = 60_000;

/** Calls the probe until it gives something, for what a job does a moment later. */
export async function until<T>(probe: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const end = performance.now() + TIMEOUT_MS;
  while (performance.now() < end) {
    const found = await probe();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`waited in vain for ${probe.toString()}`);
}
