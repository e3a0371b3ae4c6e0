import { Module, type DynamicModule } from '@nestjs/common';
import { AdminModule } from '../../admin/admin.module.js';
import { topicController } from '../../admin/operations/topic-controller.js';
import { ConsoleModule } from '../../console/console.module.js';
import { ShopState } from '../../console/shell/shop-state.service.js';
import type { LoadedExtension } from '../extension.js';
import { operationsPage } from './operations-page.js';
import { operationsOf } from './declared-operations.js';

const withOperations = (extensions: readonly LoadedExtension[]): readonly LoadedExtension[] =>
  extensions.filter(({ definition: { operations = [] } }) => operations.length > 0);

/** The routes of the admin API by which operations of extensions are done. */
@Module({})
export class ExtensionAdminModule {
  static register(extensions: readonly LoadedExtension[]): DynamicModule {
    return {
      module: ExtensionAdminModule,
      imports: [AdminModule],
      controllers: withOperations(extensions).map((extension) =>
        topicController({
          tag: `Extension ${extension.definition.name}`,
          operations: operationsOf(extension),
        }),
      ),
    };
  }
}

/** Their pages of the console, and the menu that leads there. */
@Module({})
export class ExtensionConsoleModule {
  static register(extensions: readonly LoadedExtension[]): DynamicModule {
    const pages = withOperations(extensions).map(operationsPage);
    return {
      module: ExtensionConsoleModule,
      imports: [AdminModule, ConsoleModule],
      controllers: pages.map(({ controller }) => controller),
      providers: [
        {
          provide: 'menu of extensions',
          inject: [ShopState],
          useFactory: (state: ShopState) => {
            state.extensions = pages.map(({ part }) => part);
          },
        },
      ],
    };
  }
}
