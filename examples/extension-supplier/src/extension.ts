import {
  Controller,
  ForbiddenException,
  Headers,
  HttpCode,
  Module,
  Post,
  ServiceUnavailableException,
  UnprocessableEntityException,
} from '@nestjs/common';
import { defineExtension, OperatorError, Public, RawBody, Shop } from 'souk';
import { Supplier, SupplierHandler } from './supplier.js';

@Controller('supply')
class CallbackController {
  constructor(
    private readonly supplier: Supplier,
    private readonly shop: Shop,
  ) {}

  /** The body is only a hint that something is new; what has become of the order, `check` asks the supplier itself. */
  @Public()
  @Post('callback')
  @HttpCode(204)
  async calledBack(
    @RawBody() body: Buffer,
    @Headers('x-signature') signature?: string,
  ): Promise<void> {
    if (!this.supplier.isSigned(body, signature)) throw new ForbiddenException();
    const { event, order } = JSON.parse(body.toString()) as { event: string; order: string };
    try {
      await this.shop.orders.askAgain(order, `callback ${event}`);
    } catch (error) {
      if (error instanceof OperatorError) throw new UnprocessableEntityException(error.message);
      throw new ServiceUnavailableException('Send the callback again.', { cause: error });
    }
  }
}

@Module({ controllers: [CallbackController], providers: [Supplier] })
class SupplyModule {}

export const extension = defineExtension({
  name: 'supply',
  souk: '^0.2.0',
  module: SupplyModule,
  uses: ['orders.askAgain'],
  settings: {
    SUPPLY_URL: { read: String, required: true, sentence: 'Where codes are bought.' },
    SUPPLY_SECRET: {
      read: String,
      required: true,
      secret: true,
      sentence: 'By which the supplier signs its callbacks.',
    },
  },
  ports(shop) {
    const supplier = shop.get(Supplier);
    supplier.url = String(shop.settings['SUPPLY_URL']);
    supplier.secret = String(shop.settings['SUPPLY_SECRET']);
    return { handlers: [new SupplierHandler(supplier)] };
  },
});
