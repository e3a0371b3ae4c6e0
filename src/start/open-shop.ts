import type { DynamicModule, INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CliModule, COMMAND_NAME } from './cli.module.js';
import { createLogger, NestLogger } from '../common/logger.js';
import { readSettings, type Settings, type SoukConfig } from '../config/souk-config.js';
import { openDatabaseServer } from '../database/database-server.js';
import { LockWaitNotice } from '../database/lock-wait-notice.js';
import { Locale } from '../locales/locale.js';
import type { LoadedExtension } from '../extensions/extension.js';
import type { OpenOptions, OpenShop, ShopPart } from '../commands/context/command-context.js';
import { ShopPermissions } from '../people/permissions/shop-permissions.js';
import { ShopExtensions } from '../upkeep/extensions/shop-extensions.js';
import { prepareSchema } from './prepare-schema.js';

type Modules = readonly (Type | DynamicModule)[];

/** The modules of each part. They are imported on demand, since most commands need only a few of them. */
const MODULES: Readonly<
  Record<ShopPart, (config: SoukConfig, extensions: readonly LoadedExtension[]) => Promise<Modules>>
> = {
  accounts: async () => [(await import('../account/account.module.js')).AccountModule],
  whole: wholeShop,
};

async function wholeShop(
  { FULFILLMENT_MODULES: files }: SoukConfig,
  extensions: readonly LoadedExtension[],
): Promise<Modules> {
  const { ExtensionsModule } = await import('../extensions/extensions.module.js');
  const { MetricsModule } = await import('../common/metrics.module.js');
  const { FulfillmentModule } = await import('../fulfillment/fulfillment.module.js');
  const { loadHandlerModules } = await import('../fulfillment/handlers/handler-modules.js');
  const { NotificationsModule } = await import('../notifications/notifications.module.js');
  const { UpkeepModule } = await import('../upkeep/upkeep.module.js');
  const handlers = await loadHandlerModules(files);
  return [
    MetricsModule.register(),
    FulfillmentModule.register(handlers),
    NotificationsModule,
    UpkeepModule,
    ExtensionsModule.register(extensions),
  ];
}

/**
 * Opens the shop that the environment describes, for one command, and closes it afterwards.
 * @param remark called with a sentence for the operator while the command waits for another session.
 * @throws an error whose message is one sentence for the operator when it cannot be opened.
 */
export async function openShop(
  environment: NodeJS.ProcessEnv,
  work: (shop: OpenShop) => Promise<void>,
  remark: (sentence: string) => void,
  { migrate = true, part = 'whole' }: OpenOptions = {},
): Promise<void> {
  const logger = createLogger('warn', 'stderr');
  const settings = readSettings(environment);
  const extensions = await extensionsOf(settings, environment);
  const server = await openDatabaseServer(settings, () => undefined);
  try {
    const { config, embedded } = server;
    if (config.LOCALES_DIR !== undefined) Locale.useFolder(config.LOCALES_DIR);
    const steps = migrate ? await prepareSchema(config, extensions, remark) : [];
    const modules = await MODULES[part](config, extensions);
    const create = () =>
      NestFactory.createApplicationContext(CliModule.register(config, logger, modules), {
        logger: new NestLogger(logger),
        abortOnError: false,
      });
    const context = part === 'whole' ? await attributedTo(extensions, create) : await create();
    const notice = new LockWaitNotice(config.DATABASE_URL, COMMAND_NAME, remark);
    try {
      if (part === 'whole') await assertWired(context);
      // The ports need the whole shop; other commands know by name and version what is loaded.
      else await know(context, extensions);
      await work({ get: (type) => context.get(type, { strict: false }), steps, embedded });
    } finally {
      await notice.stop();
      await context.close();
    }
  } finally {
    await server.stop();
  }
}

/** Imported on demand, since a shop without extensions needs none of it. */
async function extensionsOf(
  { SOUK_EXTENSIONS: sources }: Settings,
  environment: NodeJS.ProcessEnv,
): Promise<LoadedExtension[]> {
  if (sources.length === 0) return [];
  const { loadExtensions } = await import('../extensions/load-extensions.js');
  return loadExtensions(sources, environment);
}

/** Runs work that calls code of extensions; what that throws names its extension. */
async function attributedTo<T>(
  extensions: readonly LoadedExtension[],
  work: () => Promise<T>,
): Promise<T> {
  const { attributed } = await import('../extensions/connect-ports.js');
  return attributed(extensions, work);
}

/** Without their ports. */
async function know(
  context: INestApplicationContext,
  extensions: readonly LoadedExtension[],
): Promise<void> {
  context.get(ShopExtensions, { strict: false }).use(extensions);
  if (extensions.length === 0) return;
  const { declaredPermissions } = await import('../extensions/operators/declared-permissions.js');
  context.get(ShopPermissions, { strict: false }).use(declaredPermissions(extensions));
}

/** Wiring is the same as in a server, but nothing is started. */
async function assertWired(context: INestApplicationContext): Promise<void> {
  const { ExtensionWiring } = await import('../extensions/extension-wiring.js');
  context.get(ExtensionWiring, { strict: false }).assertWired();
}
