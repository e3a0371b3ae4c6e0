import { Database, defineExtension } from 'souk';
import { AcmeModule } from './acme.module.js';
import { cleanup } from './cleanup.js';
import { CostPlus } from './cost-plus.policy.js';
import { DailyLimit, DAILY_LIMIT_REACHED } from './daily-limit.check.js';
import { AcmeTables, tables } from './migration.js';
import { addPayment, permissions, spendingSection } from './operators.js';
import { PartnerTokens } from './partner-tokens.source.js';
import { Payments } from './payments.js';
import { rateCommands } from './rate.commands.js';
import { settings } from './settings.js';
import { Sink } from './sink.listener.js';
import { SupplierHandler } from './supplier.handler.js';
import { Visibility } from './visibility.policy.js';

export const extension = defineExtension({
  name: 'acme',
  souk: '^0.2.0',
  module: AcmeModule,
  migrations: [AcmeTables],
  tables,
  commands: [rateCommands],
  settings,
  errors: [DAILY_LIMIT_REACHED],
  uses: ['balance.deposit'],
  permissions,
  operations: [addPayment],
  ports(shop) {
    const { ACME_SUPPLIER_URL, ACME_SINK_URL, ACME_DAILY_LIMIT } = shop.settings;
    shop.get(Payments).secret = String(shop.settings['ACME_PAYMENT_SECRET']);
    return {
      handlers: [new SupplierHandler(String(ACME_SUPPLIER_URL))],
      policies: [new Visibility(), new CostPlus()],
      checks: [new DailyLimit(String(ACME_DAILY_LIMIT))],
      listeners: [new Sink(String(ACME_SINK_URL))],
      sections: [spendingSection],
      tokenSource: new PartnerTokens(shop.get(Database)),
      tasks: [cleanup(shop)],
    };
  },
});
