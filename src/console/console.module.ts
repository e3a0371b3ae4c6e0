import { Module } from '@nestjs/common';
import { AdminModule } from '../admin/admin.module.js';
import { CatalogModule } from '../catalog/catalog.module.js';
import { TrustedProxies } from '../common/http/trusted-proxies.js';
import { CONFIG, type SoukConfig } from '../config/souk-config.js';
import { HealthModule } from '../health/health.module.js';
import { OperatorModule } from '../operator/operator.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { SessionCookie } from './access/session-cookie.js';
import { SessionLookups } from './access/session-lookups.js';
import { CatalogController } from './catalog/catalog.controller.js';
import { CategoriesController } from './catalog/categories.controller.js';
import { ItemReading } from './catalog/item-reading.service.js';
import { PricesController } from './prices/prices.controller.js';
import { ProductController } from './catalog/product.controller.js';
import { RulesController } from './catalog/rules.controller.js';
import { HomeController } from './home/home.controller.js';
import { ImportController } from './imports/import.controller.js';
import { ImportsController } from './imports/imports.controller.js';
import { LiveController } from './live/live.controller.js';
import { LiveOrders } from './live/live-orders.service.js';
import { OrderController } from './orders/order.controller.js';
import { OrdersController } from './orders/orders.controller.js';
import { PreferencesController } from './preferences/preferences.controller.js';
import { LinkLookups } from './sign-in/link-lookups.js';
import { LinkController } from './sign-in/link.controller.js';
import { SecondStepController } from './sign-in/second-step.controller.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { SignInOrigins } from './sign-in/sign-in-origin.js';
import { SignOutController } from './sign-in/sign-out.controller.js';
import { WaitingController } from './waiting/waiting.controller.js';

/** The operator's pages. Only the server loads them, and only where CONSOLE is on. */
@Module({
  imports: [AdminModule, CatalogModule, HealthModule, OperatorModule, OrdersModule],
  controllers: [
    CatalogController,
    CategoriesController,
    HomeController,
    ImportController,
    ImportsController,
    LinkController,
    LiveController,
    OrderController,
    OrdersController,
    PreferencesController,
    PricesController,
    ProductController,
    RulesController,
    SecondStepController,
    SignInController,
    SignOutController,
    WaitingController,
  ],
  providers: [
    ItemReading,
    LinkLookups,
    LiveOrders,
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
