import { Module } from '@nestjs/common';
import { Payments } from './payments.js';
import { PaymentsController } from './payments.controller.js';
import { Rates } from './rates.js';
import { ReportController } from './report.controller.js';
import { Spending } from './spending.js';

/** A plain Nest module. Services that Souk exports, such as `Database`, can be injected without an import. */
@Module({
  controllers: [PaymentsController, ReportController],
  providers: [Payments, Rates, Spending],
})
export class AcmeModule {}
