import { Module } from '@nestjs/common';
import { Rates } from './rates.js';
import { ReportController } from './report.controller.js';
import { Spending } from './spending.js';

/** A plain Nest module. Services that Souk exports, such as `Database`, can be injected without an import. */
@Module({ controllers: [ReportController], providers: [Rates, Spending] })
export class AcmeModule {}
