import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CliModule, COMMAND_NAME } from './cli.module.js';
import { createLogger, NestLogger } from '../common/logger.js';
import { readSettings, type SoukConfig } from '../config/souk-config.js';
import { openDatabaseServer } from '../database/database-server.js';
import { LockWaitNotice } from '../database/lock-wait-notice.js';
import type { OpenOptions, OpenShop, ShopPart } from '../operator/command-context.js';
import { prepareSchema } from './prepare-schema.js';

type Modules = readonly (Type | DynamicModule)[];

/** The modules of each part. They are imported on demand, since most commands need only a few of them. */
const MODULES: Readonly<Record<ShopPart, (config: SoukConfig) => Promise<Modules>>> = {
  accounts: async () => [(await import('../account/account.module.js')).AccountModule],
  whole: wholeShop,
};

async function wholeShop({ FULFILLMENT_MODULES: files }: SoukConfig): Promise<Modules> {
  const { MetricsModule } = await import('../common/metrics.module.js');
  const { FulfillmentModule } = await import('../fulfillment/fulfillment.module.js');
  const { loadHandlerModules } = await import('../fulfillment/handlers/handler-modules.js');
  const { OperatorModule } = await import('../operator/operator.module.js');
  const handlers = await loadHandlerModules(files);
  return [MetricsModule.register(), FulfillmentModule.register(handlers), OperatorModule];
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
  const server = await openDatabaseServer(readSettings(environment), () => undefined);
  try {
    const { config, embedded } = server;
    const steps = migrate ? await prepareSchema(config) : [];
    const context = await NestFactory.createApplicationContext(
      CliModule.register(config, logger, await MODULES[part](config)),
      { logger: new NestLogger(logger), abortOnError: false },
    );
    const notice = new LockWaitNotice(config.DATABASE_URL, COMMAND_NAME, remark);
    try {
      await work({ get: (type) => context.get(type, { strict: false }), steps, embedded });
    } finally {
      await notice.stop();
      await context.close();
    }
  } finally {
    await server.stop();
  }
}
