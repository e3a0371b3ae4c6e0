import { Module, type DynamicModule, type Provider, type Type } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, ModuleRef } from '@nestjs/core';
import type { Logger } from 'pino';
import { TokenGuard } from './account/access/token.guard.js';
import { AccountRoutesModule } from './account/account-routes.module.js';
import { AccountModule } from './account/account.module.js';
import { isBelowAdmin } from './admin/access/admin-paths.js';
import { AdminModule } from './admin/admin.module.js';
import { ProblemFilter } from './admin/problems/problem.filter.js';
import { BooksRoutesModule } from './books/books-routes.module.js';
import { CatalogRoutesModule } from './catalog/catalog-routes.module.js';
import { isBelowConsole } from './console/visit/console-paths.js';
import { ConsoleModule } from './console/console.module.js';
import { Visitors } from './console/access/visitors.service.js';
import { ShopState } from './console/shell/shop-state.service.js';
import { ConsoleErrors } from './console/shell/console-errors.filter.js';
import { DoorErrors, type Door } from './common/http/door-errors.js';
import { ErrorFilter } from './common/http/error.filter.js';
import { WellFormedRequestGuard } from './common/http/parameters/well-formed-request.guard.js';
import { LoggerModule } from './common/logger.module.js';
import { LanesModule } from './common/lanes.js';
import { MetricsModule } from './common/metrics.module.js';
import { TracingModule } from './common/tracing/tracing.module.js';
import type { Tracing } from './common/tracing/tracing.js';
import { ConfigModule } from './config/config.module.js';
import type { SoukConfig } from './config/souk-config.js';
import { translateDatabaseError } from './database/database-errors.js';
import { DatabaseModule } from './database/database.module.js';
import { listenUrl } from './database/revision/listen-url.js';
import type { LoadedExtension } from './extensions/extension.js';
import { ExtensionsModule } from './extensions/extensions.module.js';
import { ExtensionAdminModule, ExtensionConsoleModule } from './extensions/doors/operator-doors.js';
import { FulfillmentModule } from './fulfillment/fulfillment.module.js';
import { HealthModule } from './health/health.module.js';
import { IntegrationModule } from './integration/integration.module.js';
import { NotificationsModule } from './notifications/notifications.module.js';
import { NightlyModule } from './upkeep/nightly/nightly.module.js';
import { UpkeepModule } from './upkeep/upkeep.module.js';
import { OperatorsModule } from './people/operators.module.js';
import type { FulfillmentHandler } from './orders/delivery/fulfillment-handler.js';
import { SentinelModule } from './upkeep/sentinel/sentinel.module.js';
import { OrdersRoutesModule } from './orders/orders-routes.module.js';
import { RefusalJournal } from './orders/refusals/refusal-journal.js';
import { QueueModule } from './queue/queue.module.js';

/** Guards and the error filter of every request. */
function requestProviders(config: SoukConfig, logger: Logger): Provider[] {
  return [
    { provide: APP_GUARD, useClass: TokenGuard },
    { provide: APP_GUARD, useClass: WellFormedRequestGuard },
    {
      provide: APP_FILTER,
      inject: [RefusalJournal, ModuleRef],
      useFactory: ({ note }: RefusalJournal, modules: ModuleRef) =>
        new DoorErrors(
          doorsOf(config, logger, modules),
          new ErrorFilter(config.ERROR_HTTP_STATUS, translateDatabaseError, logger, note),
        ),
    },
  ];
}

/** What answers errors in a form of its own. */
function doorsOf({ CONSOLE }: SoukConfig, logger: Logger, modules: ModuleRef): Door[] {
  if (CONSOLE === 'off') return [];
  const made = <Part>(part: Type<Part>): Part => modules.get(part, { strict: false });
  const parts = () => ({ visitors: made(Visitors), state: made(ShopState) });
  return [
    { has: isBelowAdmin, errors: new ProblemFilter(logger) },
    { has: isBelowConsole, errors: new ConsoleErrors(logger, parts) },
  ];
}

function databaseModule(config: SoukConfig): DynamicModule {
  return DatabaseModule.register(
    {
      url: config.DATABASE_URL,
      poolSize: config.DATABASE_POOL_SIZE,
      statementTimeout: true,
      mayFailOver: config.databaseMayFailOver,
    },
    {
      listenUrl: listenUrl(config.DATABASE_DIRECT_URL, config.DATABASE_URL),
      replicaUrl: config.DATABASE_REPLICA_URL,
    },
  );
}

/** The admin API and the console, where CONSOLE is on. */
function operatorModules({ CONSOLE }: SoukConfig, extensions: readonly LoadedExtension[]) {
  if (CONSOLE === 'off') return [];
  const ofExtensions = [ExtensionAdminModule, ExtensionConsoleModule];
  return [AdminModule, ConsoleModule, ...ofExtensions.map((one) => one.register(extensions))];
}

/** What is loaded as the operator's settings say. */
interface Outside {
  /** Of FULFILLMENT_MODULES. */
  readonly handlers: readonly FulfillmentHandler[];
  readonly extensions: readonly LoadedExtension[];
  readonly tracing: Tracing | undefined;
}

/** All modules of the server. */
@Module({})
export class AppModule {
  static register(
    config: SoukConfig,
    logger: Logger,
    { handlers, extensions, tracing }: Outside,
  ): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.register(config),
        LoggerModule.register(logger),
        LanesModule.register(),
        MetricsModule.register(),
        TracingModule.register(tracing),
        databaseModule(config),
        QueueModule.register({ runsJobs: true }),
        AccountModule,
        AccountRoutesModule,
        CatalogRoutesModule,
        OrdersRoutesModule,
        BooksRoutesModule,
        FulfillmentModule.register(handlers),
        IntegrationModule,
        HealthModule,
        OperatorsModule,
        NotificationsModule,
        UpkeepModule,
        SentinelModule,
        NightlyModule,
        ...operatorModules(config, extensions),
        ExtensionsModule.register(extensions),
      ],
      providers: requestProviders(config, logger),
    };
  }
}
