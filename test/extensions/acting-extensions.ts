import { randomUUID } from 'node:crypto';
import { Controller, HttpCode, Injectable, Module, Post } from '@nestjs/common';
import { Public } from '../../src/common/http/public.decorator.js';
import type { ExtensionDefinition } from '../../src/extensions/extension.js';
import { Shop } from '../../src/extensions/shop/shop.js';
import { SHOP_USES } from '../../src/extensions/shop/shop-use.js';
import type { FulfillmentHandler } from '../../src/orders/delivery/fulfillment-handler.js';
import { newSecretKey } from '../../src/common/secret-box.js';
import { testExtension, type TestExtension } from '../support/extensions.js';
import { invariantsFromNow } from '../support/invariants.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';

/** The account for which route and check of the extension act. */
export const payer = { id: 0 };

/** Orders that the handler of the extension delivers when it is asked. */
export const paid = new Set<string>();

@Injectable()
export class Payments {
  constructor(readonly shop: Shop) {}
}

@Injectable()
export class OtherPayments {
  constructor(readonly shop: Shop) {}
}

@Controller('payments')
class PaymentsController {
  constructor(private readonly shop: Shop) {}

  @Public()
  @Post('paid')
  @HttpCode(200)
  paid(): Promise<object> {
    return this.shop.balance.deposit(payer.id, { amount: '5' }, 'by-route');
  }
}

@Module({ providers: [Payments], controllers: [PaymentsController] })
class PaymentsModule {}

@Module({ providers: [OtherPayments] })
class OtherModule {}

/** `acme` may call every method of `Shop`, `other` deposits alone. */
export function actingExtensions(): TestExtension[] {
  const definitions: Partial<ExtensionDefinition>[] = [
    {
      module: PaymentsModule,
      uses: SHOP_USES,
      ports: (given) => {
        const own = given.get(Shop);
        const check = {
          name: 'greedy',
          concerns: ({ fields }: { fields: object }) => 'greedy' in fields,
          check: async () => {
            await own.balance.deposit(payer.id, { amount: '1000' }, randomUUID());
          },
        };
        const later: FulfillmentHandler = {
          code: 'acme-later',
          checkSettings: () => undefined,
          deliver: ({ orderId }) => {
            const isPaid = paid.has(orderId);
            const pending = { kind: 'pending', againInSeconds: 86_400, note: 'not paid' } as const;
            return Promise.resolve(isPaid ? { kind: 'delivered', codes: ['PAID'] } : pending);
          },
        };
        return { checks: [check], handlers: [later] };
      },
    },
    { name: 'other', module: OtherModule, uses: ['balance.deposit'] },
  ];
  return definitions.map((one) => testExtension(one));
}

/** A shop with these extensions, and what its specs do all the time. */
export class ActingShop {
  private constructor(
    readonly shop: TestShop,
    private readonly faults: () => Promise<unknown[]>,
    readonly product: number,
  ) {}

  static async start(): Promise<ActingShop> {
    const settings = { SECRET_KEYS: newSecretKey() };
    // A shop of its own: extensions are loaded.
    const shop = await startTestShop(settings, {}, undefined, actingExtensions());
    const faults = await invariantsFromNow(shop.db);
    return new ActingShop(shop, faults, await shop.product({ price: '1' }));
  }

  /** `Shop` of the extension `acme`. */
  get acme(): Shop {
    return this.shop.service(Payments).shop;
  }

  /** @returns the id of a waiting order of 1 USD */
  async ordered({ api }: TestAccount, product = this.product): Promise<string> {
    const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`;
    return ((await api(path)).json as { data: { order_id: string } }).data.order_id;
  }

  async balance({ api }: TestAccount): Promise<number> {
    return Number(((await api('/client/api/profile')).json as { balance: string }).balance);
  }

  /** Stops it. @returns what is wrong in its books */
  async close(): Promise<unknown[]> {
    const faults = await this.faults();
    await this.shop.close();
    return faults;
  }
}
