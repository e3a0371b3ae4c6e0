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
import {
  defineExtension,
  OperatorError,
  Public,
  RawBody,
  type ExtensionOperation,
  type Migration,
  type MigrationRunner,
} from 'souk';
import { Gateway } from './gateway.js';
import { Payments } from './payments.js';

@Controller('topup')
class WebhookController {
  constructor(
    private readonly gateway: Gateway,
    private readonly payments: Payments,
  ) {}

  /** The gateway repeats it until it is 200 or 422. */
  @Public()
  @Post('webhook')
  @HttpCode(200)
  async paid(
    @RawBody() body: Buffer,
    @Headers('x-signature') signature?: string,
  ): Promise<{ balance: string }> {
    if (!this.gateway.isSigned(body, signature)) throw new ForbiddenException();
    const { payment } = JSON.parse(body.toString()) as { payment: string };
    try {
      return { balance: await this.payments.paid(payment) };
    } catch (error) {
      if (error instanceof OperatorError) throw new UnprocessableEntityException(error.message);
      throw new ServiceUnavailableException('Send it again.', { cause: error });
    }
  }
}

@Module({ controllers: [WebhookController], providers: [Gateway, Payments] })
class TopUpModule {}

class TopUpTables implements Migration {
  async up(runner: MigrationRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE topup_payments (
        id text PRIMARY KEY,
        account_id integer NOT NULL REFERENCES accounts,
        usd numeric NOT NULL CHECK (usd > 0),
        paid boolean NOT NULL DEFAULT false
      )`);
  }

  async down(runner: MigrationRunner): Promise<void> {
    await runner.query('DROP TABLE topup_payments');
  }
}

const start: ExtensionOperation = {
  name: 'start',
  summary: 'begin a payment',
  permission: 'payments',
  target: 'account',
  kind: 'outside',
  fields: { usd: { kind: 'money', label: 'Amount' } },
  answer: { payment: { kind: 'text', label: 'Payment' } },
  async run({ shop, id, input, requestReference }) {
    // It may hold a space, which no address and hardly a gateway takes.
    const payment = requestReference.replaceAll(' ', '-');
    await shop.get(Payments).start(payment, Number(id), String(input['usd']));
    return { payment };
  },
};

const refund: ExtensionOperation = {
  name: 'refund',
  summary: 'pay a payment back',
  permission: 'payments',
  target: 'account',
  kind: 'outside',
  confirm: 'The money leaves the shop at once.',
  fields: { payment: { kind: 'text', label: 'Payment', maxCharacters: 64 } },
  answer: { balance: { kind: 'money', label: 'Balance now', signed: true } },
  run: async ({ shop, id, input }) => ({
    balance: await shop.get(Payments).refund(String(input['payment']), Number(id)),
  }),
};

export const extension = defineExtension({
  name: 'topup',
  souk: '^0.2.0',
  module: TopUpModule,
  migrations: [TopUpTables],
  tables: [{ name: 'topup_payments' }],
  uses: ['balance.deposit', 'balance.adjust'],
  permissions: [{ name: 'payments', text: 'begin payments and pay them back', roles: ['finance'] }],
  operations: [start, refund],
  settings: {
    TOPUP_URL: { read: String, required: true, sentence: 'Where the gateway is.' },
    TOPUP_SECRET: {
      read: String,
      required: true,
      secret: true,
      sentence: 'By which the gateway signs.',
    },
  },
  ports(shop) {
    const gateway = shop.get(Gateway);
    gateway.url = String(shop.settings['TOPUP_URL']);
    gateway.secret = String(shop.settings['TOPUP_SECRET']);
    return {};
  },
});
