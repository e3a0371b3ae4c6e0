import type { INestApplicationContext } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { ownersOf } from '../common/http/extension-routes.js';
import { failedAtStart, modulesOf } from './connect-ports.js';
import type { LoadedExtension } from './extension.js';

const HOOKS = ['onModuleInit', 'onApplicationBootstrap'] as const;

/**
 * Makes the hooks of extensions that `app.init()` calls throw errors that name their extension. The stack of an error
 * may not pass through the extension, such as that of a connection, which would count as one to the database.
 */
export async function attributeHooks(
  app: INestApplicationContext,
  extensions: readonly LoadedExtension[],
): Promise<void> {
  const owners = await ownersOf(modulesOf(extensions));
  for (const { metatype, providers, controllers } of app.get(ModulesContainer).values()) {
    const owner = owners.get(metatype);
    const extension = extensions.find(({ definition }) => definition.name === owner);
    if (!extension) continue;
    for (const { instance } of [...providers.values(), ...controllers.values()]) {
      if (typeof instance === 'object' && instance !== null) attribute(instance, extension);
    }
  }
}

function attribute(instance: object, extension: LoadedExtension): void {
  for (const name of HOOKS) {
    const hook: unknown = Reflect.get(instance, name);
    if (typeof hook !== 'function') continue;
    const value = async (...values: unknown[]): Promise<unknown> => {
      try {
        return await (Reflect.apply(hook, instance, values) as unknown);
      } catch (error) {
        throw failedAtStart([extension], error);
      }
    };
    // Without an effect for a frozen object, whose errors are attributed by their stack.
    Reflect.defineProperty(instance, name, { value, configurable: true, writable: true });
  }
}
