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
    user: object | null | undefined,
    shops: Shops,
    modules: ModulesContainer,
    extensions: readonly LoadedExtension[],
  ) => {
    const type = user?.constructor;
    const owners = type ? await ownersAmong(modules, type as Type, extensions) : [];
    const [owner, ...others] = owners;
    if (owner !== undefined && others.length === 0) return shops.of(owner);
    const why =
      others.length > 0
        ? `is provided by the extensions ${owners.join(' and ')}`
        : 'is no provider or controller of an extension';
    throw new OperatorError(
      `${type?.name ?? 'A factory'} injects Shop and ${why}; take Shop by shop.get(Shop) in "ports" or "start".`,
    );
  },
};

/** The extensions that provide a class. */
async function ownersAmong(
  modules: ModulesContainer,
  type: Type,
  extensions: readonly LoadedExtension[],
): Promise<string[]> {
  const owners = await ownersOf(modulesOf(extensions));
  const found = [...modules.values()].flatMap(
    ({ metatype, providers, controllers, injectables }) => {
      const parts = [...providers.values(), ...controllers.values(), ...injectables.values()];
      const owner = owners.get(metatype);
      return owner !== undefined && parts.some((part) => part.metatype === type) ? [owner] : [];
    },
  );
  return [...new Set(found)];
}
