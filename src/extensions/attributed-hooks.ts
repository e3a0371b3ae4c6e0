import { ModulesContainer, type ModuleRef } from '@nestjs/core';
import type { Logger } from 'pino';
import { ownersOf } from '../common/module-owners.js';
import { loggableError } from '../common/logger.js';
import { withinTime } from '../common/time-limit.js';
import { failedAtStart, lateText, modulesOf } from './connect-ports.js';
import type { LoadedExtension } from './extension.js';

/** A hook that has not ended after this time is taken for one that never does. */
const START_HOOK_TIMEOUT_MS = 30_000;
/** After this time the stop goes on without a hook: all of them share the time until an orchestrator ends the process. */
const STOP_HOOK_TIMEOUT_MS = 5_000;

const START_HOOKS = ['onModuleInit', 'onApplicationBootstrap'] as const;
const STOP_HOOKS = ['onModuleDestroy', 'beforeApplicationShutdown', 'onApplicationShutdown'];

/** What is made of the hooks of extensions. */
export interface HookWatch {
  readonly extensions: readonly LoadedExtension[];
  readonly logger: Logger;
  /** Runs a hook of the start, which throws an error that names its extension. */
  readonly guard: (hook: () => Promise<unknown>) => Promise<unknown>;
  /** Tests set shorter ones. */
  readonly limits?: { readonly startMs: number; readonly stopMs: number };
}

const LIMITS = { startMs: START_HOOK_TIMEOUT_MS, stopMs: STOP_HOOK_TIMEOUT_MS };

type Hook = (...values: unknown[]) => Promise<unknown>;

/**
 * Gives the hooks of extensions a time limit, and has what they throw name their extension. The stack of an error may not
 * pass through the extension, such as that of a connection, which would count as one to the database. A fault in a hook of
 * the stop is logged, and the stop goes on.
 */
export async function attributeHooks(modules: ModuleRef, watch: HookWatch): Promise<void> {
  const owners = await ownersOf(modulesOf(watch.extensions));
  for (const module of modules.get(ModulesContainer, { strict: false }).values()) {
    const owner = owners.get(module.metatype);
    const extension = watch.extensions.find(({ definition }) => definition.name === owner);
    if (!extension) continue;
    const { providers, controllers, injectables, middlewares } = module;
    for (const made of [providers, controllers, injectables, middlewares]) {
      for (const { instance } of made.values()) {
        if (typeof instance === 'object' && instance !== null)
          attribute(instance, extension, watch);
      }
    }
  }
}

function attribute(
  instance: object,
  extension: LoadedExtension,
  { logger, guard, limits = LIMITS }: HookWatch,
): void {
  const name = nameOf(instance);
  for (const hook of START_HOOKS) {
    replace(instance, hook, limits.startMs, (run) =>
      guard(() =>
        run().catch((error: unknown) => {
          throw failedAtStart([extension], error);
        }),
      ),
    );
  }
  for (const hook of STOP_HOOKS) {
    replace(instance, hook, limits.stopMs, (run) =>
      run().catch((error: unknown) => {
        const { name: extensionName } = extension.definition;
        logger.error(
          { extension: extensionName, hook: `${name}.${hook}`, err: loggableError(error) },
          'an extension did not stop in order',
        );
      }),
    );
  }
}

/** An object without a prototype has no constructor. */
function nameOf({ constructor }: { readonly constructor?: { readonly name: string } }): string {
  return constructor?.name ?? 'a provider';
}

/** Without an effect for a frozen object, whose errors are attributed by their stack. */
function replace(
  instance: object,
  name: string,
  timeoutMs: number,
  around: (run: () => Promise<unknown>) => Promise<unknown>,
): void {
  const hook: unknown = Reflect.get(instance, name);
  if (typeof hook !== 'function') return;
  const late = `${name} of ${nameOf(instance)}: ${lateText(timeoutMs)}`;
  const value: Hook = (...values) =>
    around(async () =>
      withinTime(Reflect.apply(hook, instance, values) as unknown, timeoutMs, late),
    );
  Reflect.defineProperty(instance, name, { value, configurable: true, writable: true });
}
