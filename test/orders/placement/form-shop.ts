import type { ProductRow } from '../../../src/start/testing/shop-rows.js';
import type { Answer } from '../../support/http-client.js';
import type { TestAccount, TestShop } from '../../support/test-shop.js';
import { workerShop } from '../../support/worker-shop.js';

/** Of a product of which more than one piece can be ordered. */
export const RANGE = { type: 'package', quantityValues: { min: '1', max: '50' } } as const;
export const TEXT_FIELD = { type: 'string', required: true } as const;

export interface OrderBody {
  readonly code?: number;
  readonly message?: string;
}

export interface PlacedRow {
  readonly quantity: string;
  readonly total: string;
  readonly fields: object;
  readonly extra_parameters: string[][];
}

/** Products whose pieces cost 2 USD, and an account that orders them. */
export class FormShop {
  private constructor(
    readonly shop: TestShop,
    readonly account: TestAccount,
    readonly products: Readonly<Record<'packs' | 'zoned' | 'arabic' | 'arabicZoned', number>>,
  ) {}

  static async open(): Promise<FormShop> {
    const shop = await workerShop();
    const product = (...fields: NonNullable<ProductRow['fields']>) =>
      shop.product({ ...RANGE, price: '2', fields });
    const products = {
      packs: await product('playerId'),
      zoned: await product('Player ID', 'Zone ID'),
      arabic: await product('معرف اللاعب'),
      arabicZoned: await product(
        { ...TEXT_FIELD, name: 'رقم اللاعب', label: 'Player ID' },
        { ...TEXT_FIELD, name: 'السيرفر', label: 'Server' },
      ),
    };
    return new FormShop(shop, await shop.account({ balance: '100000' }), products);
  }

  ask(product: number, query: string, caller = this.account): Promise<Answer> {
    return caller.api(`/client/api/newOrder/${product}/params?${encodeURI(query)}`);
  }

  async codeOf(product: number, query: string): Promise<number | undefined> {
    return ((await this.ask(product, query)).json as OrderBody).code;
  }

  async quote(product: number, query: string): Promise<unknown> {
    return (await this.account.api(`/client/api/quote/${product}/params?${query}`)).json;
  }

  /** The orders of the account under a key. */
  ordersOf(key: string): Promise<PlacedRow[]> {
    return this.shop.db.query<PlacedRow>(
      `SELECT quantity, total, fields, extra_parameters FROM orders
       WHERE account_id = $1 AND order_uuid = $2`,
      [this.account.id, key],
    );
  }

  async debitsOf(key: string): Promise<number> {
    const rows = await this.shop.db.query(
      `SELECT FROM ledger_entries entry JOIN orders USING (account_id, order_id)
       WHERE account_id = $1 AND order_uuid = $2 AND entry.kind = 'debit'`,
      [this.account.id, key],
    );
    return rows.length;
  }
}
