import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CliModule } from './cli.module.js';
import { createLogger, NestLogger } from '../common/logger.js';
import { readSettings, type SoukConfig } from '../config/souk-config.js';
import { openDatabaseServer } from '../database/database-server.js';
import type { OpenOptions, OpenShop, ShopPart } from '../operator/command-context.js';
import { prepareSchema } from './prepare-schema.js';

type Rooms = readonly (Type | DynamicModule)[];

/** The rooms of each part. They are imported here and not above, since most commands need few of them. */
const ROOMS: Readonly<Record<ShopPart, (config: SoukConfig) => Promise<Rooms>>> = {
  accounts: async () => [(await import('../account/account.module.js')).AccountModule],
  whole: wholeShop,
};

async function wholeShop({ FULFILLMENT_MODULES: files }: SoukConfig): Promise<Rooms> {
  const { MetricsModule } = await import('../common/metrics.module.js');
  const { FulfillmentModule } = await import('../fulfillment/fulfillment.module.js');
  const { loadHandlerModules } = await import('../fulfillment/handler-modules.js');
  const { OperatorModule } = await import('../operator/operator.module.js');
  const handlers = await loadHandlerModules(files);
  return [MetricsModule.register(), FulfillmentModule.register(handlers), OperatorModule];
}

/**
 * Opens the shop of the environment for one command, and closes it when the work is done.
 * @throws an error of one plain sentence when it cannot be opened.
 */
export async function openShop(
  environment: NodeJS.ProcessEnv,
  work: (shop: OpenShop) => Promise<void>,
  { migrate = true, part = 'whole' }: OpenOptions = {},
): Promise<void> {
  const logger = createLogger('warn', 'stderr');
  const server = await openDatabaseServer(readSettings(environment), () => undefined);
  try {
    const { config, embedded } = server;
    const steps = migrate ? await prepareSchema(config) : [];
    const context = await NestFactory.createApplicationContext(
      CliModule.register(config, logger, await ROOMS[part](config)),
      { logger: new NestLogger(logger), abortOnError: false },
    );
    try {
      await work({ get: (type) => context.get(type, { strict: false }), steps, embedded });
    } finally {
      await context.close();
    }
  } finally {
    await server.stop();
  }
}
