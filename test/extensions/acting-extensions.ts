import { randomUUID } from 'node:crypto';
import { Controller, HttpCode, Injectable, Module, Post } from '@nestjs/common';
import { Public } from '../../src/common/http/public.decorator.js';
import type { ExtensionDefinition } from '../../src/extensions/extension.js';
import { Shop } from '../../src/extensions/shop/shop.js';
import { SHOP_USES } from '../../src/extensions/shop/shop-use.js';
import type { FulfillmentHandler } from '../../src/orders/delivery/fulfillment-handler.js';
import { testExtension, type TestExtension } from '../support/extensions.js';

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
