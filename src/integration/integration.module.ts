import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { ApiDescription } from './api-description.js';
import { IntegrationController } from './integration.controller.js';
import { IntegrationService } from './integration.service.js';

/** Descriptions of the API for client programs, derived from the running application. */
@Module({
  imports: [AccountModule, OrdersModule],
  controllers: [IntegrationController],
  providers: [ApiDescription, IntegrationService],
})
export class IntegrationModule {}
