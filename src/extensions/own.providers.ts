import { Scope, type Abstract, type FactoryProvider, type Type } from '@nestjs/common';
import { INQUIRER, ModulesContainer } from '@nestjs/core';
import { OperatorError } from '../common/app-error.js';
import { ownersOf } from '../common/module-owners.js';
import { ExtensionJobs } from '../events/jobs/extension-jobs.js';
import { JobSender } from '../events/jobs/job-sender.service.js';
import { modulesOf } from './connect-ports.js';
import type { LoadedExtension } from './extension.js';
import { EXTENSIONS } from './running-extensions.js';
import { Shop } from './shop/shop.js';
import { Shops } from './shop/shops.service.js';

/** Each service and controller of an extension gets the ones of its own extension. */
export const OWN_PROVIDERS = [own(Shop, Shops), own(ExtensionJobs, JobSender)];

/** @param maker makes one for each extension */
function own<T>(
  provided: Abstract<T>,
  maker: Type<{ of(extension: string): T }>,
): FactoryProvider<Promise<T>> {
  return {
    provide: provided,
    scope: Scope.TRANSIENT,
    inject: [INQUIRER, maker, ModulesContainer, EXTENSIONS],
    useFactory: async (
      user: object | null | undefined,
      made: { of(extension: string): T },
      modules: ModulesContainer,
      extensions: readonly LoadedExtension[],
    ) => {
      const type = user?.constructor;
      const owners = type ? await ownersAmong(modules, type as Type, extensions) : [];
      const [owner, ...others] = owners;
      if (owner !== undefined && others.length === 0) return made.of(owner);
      const why =
        others.length > 0
          ? `is provided by the extensions ${owners.join(' and ')}`
          : 'is no provider or controller of an extension';
      const { name } = provided as unknown as { readonly name: string };
      throw new OperatorError(
        `${type?.name ?? 'A factory'} injects ${name} and ${why}; take ${name} by shop.get(${name}) in "ports" or "start".`,
      );
    },
  };
}

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
