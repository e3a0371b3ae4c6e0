import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module.js';
import { AdminModule } from '../admin/admin.module.js';
import { TrustedProxies } from '../common/http/trusted-proxies.js';
import { CONFIG, type SoukConfig } from '../config/souk-config.js';
import { HealthModule } from '../health/health.module.js';
import { OperatorModule } from '../operator/operator.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { ReportsModule } from '../reports/reports.module.js';
import { SessionCookie } from './access/session-cookie.js';
import { SessionLookups } from './access/session-lookups.js';
import { AuditController } from './audit/audit.controller.js';
import { HomeController } from './home/home.controller.js';
import { LiveController } from './live/live.controller.js';
import { LiveOrders } from './live/live-orders.service.js';
import { OperatorController } from './operators/operator.controller.js';
import { OperatorTokensController } from './operators/operator-tokens.controller.js';
import { OperatorsController } from './operators/operators.controller.js';
import { PermissionsController } from './operators/permissions.controller.js';
import { OrderController } from './orders/order.controller.js';
import { OrdersController } from './orders/orders.controller.js';
import { OwnAccount } from './own/own-account.service.js';
import { OwnController } from './own/own.controller.js';
import { OwnTwoFactorController } from './own/own-two-factor.controller.js';
import { PreferencesController } from './preferences/preferences.controller.js';
import { LinkLookups } from './sign-in/link-lookups.js';
import { HoldingsController } from './reports/holdings.controller.js';
import { SalesController } from './reports/sales.controller.js';
import { ShopController } from './shop/shop.controller.js';
import { LinkController } from './sign-in/link.controller.js';
import { SecondStepController } from './sign-in/second-step.controller.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { SignInOrigins } from './sign-in/sign-in-origin.js';
import { SignOutController } from './sign-in/sign-out.controller.js';
import { WaitingController } from './waiting/waiting.controller.js';
import { WebhookController } from './webhooks/webhook.controller.js';
import { WebhookMessagesController } from './webhooks/webhook-messages.controller.js';

/** The operator's pages. Only the server loads them, and only where CONSOLE is on. */
@Module({
  imports: [AccountModule, AdminModule, HealthModule, OperatorModule, OrdersModule, ReportsModule],
  controllers: [
    AuditController,
    HoldingsController,
    HomeController,
    LinkController,
    LiveController,
    OperatorController,
    OperatorTokensController,
    OperatorsController,
    OrderController,
    OrdersController,
    OwnController,
    OwnTwoFactorController,
    PermissionsController,
    PreferencesController,
    SalesController,
    SecondStepController,
    ShopController,
    SignInController,
    SignOutController,
    WaitingController,
    WebhookController,
    WebhookMessagesController,
  ],
  providers: [
    LinkLookups,
    LiveOrders,
    OwnAccount,
    SessionCookie,
    SessionLookups,
    SignInOrigins,
    {
      provide: TrustedProxies,
      inject: [CONFIG],
      useFactory: ({ TRUST_PROXY }: SoukConfig) => new TrustedProxies(TRUST_PROXY),
    },
  ],
})
export class ConsoleModule {}
