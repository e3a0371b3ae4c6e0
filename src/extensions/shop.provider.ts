import { Scope, type FactoryProvider, type Type } from '@nestjs/common';
import { INQUIRER, ModulesContainer } from '@nestjs/core';
import { OperatorError } from '../common/app-error.js';
import { ownersOf } from '../common/module-owners.js';
import { modulesOf } from './connect-ports.js';
import type { LoadedExtension } from './extension.js';
import { EXTENSIONS } from './running-extensions.js';
import { Shop } from './shop/shop.js';
import { Shops } from './shop/shops.service.js';

/** Each service and controller of an extension gets the `Shop` of its own extension. */
export const SHOP_PROVIDER: FactoryProvider<Promise<Shop>> = {
  provide: Shop,
  scope: Scope.TRANSIENT,
  inject: [INQUIRER, Shops, ModulesContainer, EXTENSIONS],
  useFactory: async (
    { constructor: user }: object,
    shops: Shops,
    modules: ModulesContainer,
    extensions: readonly LoadedExtension[],
  ) => {
    const owners = await ownersOf(modulesOf(extensions));
    for (const { metatype, providers, controllers } of modules.values()) {
      const owner = owners.get(metatype);
      const parts = [...providers.values(), ...controllers.values()];
      if (owner !== undefined && parts.some((part) => part.metatype === (user as Type))) {
        return shops.of(owner);
      }
    }
    throw new OperatorError(
      `${user.name} injects Shop, but stands in no module of an extension; take it by shop.get(Shop) in "ports" or "start".`,
    );
  },
};
