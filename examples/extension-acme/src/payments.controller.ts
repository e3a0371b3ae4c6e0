import { Controller, ForbiddenException, HttpCode, Post } from '@nestjs/common';
import { ApiWireRoute, Public, RequestParameters, type FlatParameters } from 'souk';
import { Payments } from './payments.js';

/** `POST /acme/payments`, which a payment gateway calls. */
@Controller('acme')
export class PaymentsController {
  constructor(private readonly payments: Payments) {}

  @Post('payments')
  @HttpCode(200)
  // The gateway has no token of a reseller; its signature says who it is.
  @Public()
  @ApiWireRoute({
    name: 'acmePayments',
    summary: 'Tells of a payment.',
    answer: { schema: { type: 'object', example: { balance: '25' } } },
    errors: [],
  })
  async paid(@RequestParameters() parameters: FlatParameters): Promise<{ balance: string }> {
    const text = (name: string): string => parameters.single(name) ?? '';
    const payment = { id: text('id'), account: text('account'), usd: text('usd') };
    if (!this.payments.isSigned(payment, text('signature'))) {
      throw new ForbiddenException('The signature is wrong.');
    }
    return { balance: await this.payments.paid(payment) };
  }
}
