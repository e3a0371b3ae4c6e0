import { Module } from '@nestjs/common';
import { RequestFormsWatch } from './request-forms/request-forms-watch.js';
import { TokenSourceMetrics } from './access/source/token-source.metrics.js';
import { AccountLimitsMetrics } from './limits/account-limits.metrics.js';
import { AccountModule } from './account.module.js';
import { CallerChanges } from './caller-changes.js';
import { SentMessageRetention } from './webhooks/delivery/sent-message-retention.task.js';
import { WebhookMetrics } from './webhooks/delivery/webhook.metrics.js';
import { ProfileController } from './profile/profile.controller.js';
import { ReceiptsController } from './receipts/receipts.controller.js';
import { ReceiptsTask } from './receipts/receipts.task.js';
import { TokenRotationService } from './tokens/token-rotation.service.js';
import { TokensController } from './tokens/tokens.controller.js';
import { TestingController } from './testing/testing.controller.js';
import { TestingService } from './testing/testing.service.js';

/** The routes of this module, and what only servers do; commands need neither. */
@Module({
  imports: [AccountModule],
  controllers: [ProfileController, ReceiptsController, TestingController, TokensController],
  providers: [
    AccountLimitsMetrics,
    CallerChanges,
    ReceiptsTask,
    RequestFormsWatch,
    SentMessageRetention,
    TestingService,
    TokenRotationService,
    TokenSourceMetrics,
    WebhookMetrics,
  ],
})
export class AccountRoutesModule {}
