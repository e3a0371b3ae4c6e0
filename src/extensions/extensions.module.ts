import { Module, type DynamicModule } from '@nestjs/common';
import { AccountModule } from '../account/account.module.js';
import { CatalogModule } from '../catalog/catalog.module.js';
import { EventsModule } from '../events/events.module.js';
import { OperationsModule } from '../operations/operations.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { ExtensionRecordsModule } from '../upkeep/extensions/extension-records.module.js';
import { ExtensionFaults } from '../upkeep/extensions/extension-faults.service.js';
import type { LoadedExtension } from './extension.js';
import { ExtensionWork } from './extension-work.js';
import { ExtensionWiring } from './extension-wiring.js';
import { EXTENSIONS, RunningExtensions } from './running-extensions.js';
import { ExtensionCalls } from './shop/extension-calls.service.js';
import { Shop } from './shop/shop.js';
import { ExtensionJobs } from '../events/jobs/extension-jobs.js';
import { HealthGauge } from './metrics/health.gauge.js';
import { MetricsOfExtensions } from './metrics/metrics-of-extensions.service.js';
import { OWN_PROVIDERS } from './own.providers.js';
import { Shops } from './shop/shops.service.js';
import { ExtensionTasks } from './tasks/extension-tasks.service.js';

/**
 * The modules of the loaded extensions, their wiring, start and stop. Global, so that the services that these modules of
 * Souk export can be injected in those of extensions, and that Nest calls the hook of the wiring before those of extensions.
 */
@Module({})
export class ExtensionsModule {
  static register(extensions: readonly LoadedExtension[]): DynamicModule {
    return {
      module: ExtensionsModule,
      global: true,
      imports: [
        ExtensionRecordsModule,
        OperationsModule,
        EventsModule,
        AccountModule,
        CatalogModule,
        OrdersModule,
        ...extensions.flatMap(({ definition }) => definition.module ?? []),
      ],
      providers: [
        { provide: EXTENSIONS, useValue: extensions },
        ExtensionWiring,
        ExtensionWork,
        RunningExtensions,
        ExtensionFaults,
        ExtensionCalls,
        Shops,
        ExtensionTasks,
        HealthGauge,
        MetricsOfExtensions,
        ...OWN_PROVIDERS,
      ],
      exports: [AccountModule, CatalogModule, OrdersModule, Shop, ExtensionJobs],
    };
  }
}
