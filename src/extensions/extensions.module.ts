import { Module, type DynamicModule } from '@nestjs/common';
import { AccountModule } from '../account/account.module.js';
import { CatalogModule } from '../catalog/catalog.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { ExtensionRecordsModule } from '../upkeep/extensions/extension-records.module.js';
import { ExtensionFaults } from '../upkeep/extensions/extension-faults.service.js';
import type { LoadedExtension } from './extension.js';
import { ExtensionWiring } from './extension-wiring.js';
import { EXTENSIONS, RunningExtensions } from './running-extensions.js';

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
        AccountModule,
        CatalogModule,
        OrdersModule,
        ...extensions.flatMap(({ definition }) => definition.module ?? []),
      ],
      providers: [
        { provide: EXTENSIONS, useValue: extensions },
        ExtensionWiring,
        RunningExtensions,
        ExtensionFaults,
      ],
      exports: [AccountModule, CatalogModule, OrdersModule],
    };
  }
}
