import {
  SoukClient,
  UnknownOutcomeError,
  type OrderOptions,
  type OrderResult,
} from '../../client/src/index.js';
import { FakeShop } from './fake-shop.js';
import { TestClock } from './test-clock.js';

export const REQUEST = {
  productId: 7,
  quantity: 2,
  maxPrice: 1e-7,
  fields: { 'Player ID': '5 1' },
} as const;

/** A fake shop, and a client of it that never waits. */
export class Ordering {
  readonly clock = new TestClock();
  readonly client: SoukClient;
  /** That were stored. */
  readonly keys: string[] = [];

  private constructor(readonly shop: FakeShop) {
    const { url: baseUrl, fetch } = shop;
    const { clock } = this;
    this.client = new SoukClient({ baseUrl, token: 'token', fetch, clock, random: () => 0.5 });
    shop.onHang = () => {
      clock.expire();
    };
  }

  static async start(): Promise<Ordering> {
    return new Ordering(await FakeShop.start());
  }

  /** Stores a key of which nothing was sent yet. */
  readonly onKey = (uuid: string): Promise<void> => {
    expect(this.shop.asked.filter((path) => path.includes(uuid))).toEqual([]);
    this.keys.push(uuid);
    return Promise.resolve();
  };

  async ordered(options: OrderOptions = {}): Promise<OrderResult | UnknownOutcomeError> {
    try {
      return await this.client.order(REQUEST, options);
    } catch (thrown) {
      if (thrown instanceof UnknownOutcomeError) return thrown;
      throw thrown;
    }
  }
}
