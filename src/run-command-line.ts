import { NestFactory } from '@nestjs/core';
import { CliModule } from './cli.module.js';
import { createLogger, NestLogger } from './common/logger.js';
import { readSettings } from './config/souk-config.js';
import { openDatabaseServer } from './database/database-server.js';
import { failureSentence } from './failure-sentence.js';
import { loadHandlerModules } from './fulfillment/handler-modules.js';
import type { OpenOptions, OpenShop } from './operator/command-context.js';
import { prepareSchema } from './prepare-schema.js';
import { EXIT_FAILED, runCommand } from './operator/commands/command-line.js';
import { Terminal, type TerminalStreams } from './operator/terminal.js';

/**
 * Runs one `souk` command against the database of the environment.
 * @returns the exit code; a failure has been told in one sentence on standard error.
 */
export async function runCommandLine(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
  streams: TerminalStreams,
): Promise<number> {
  const terminal = new Terminal(streams);
  const withShop = (work: (shop: OpenShop) => Promise<void>, options?: OpenOptions) =>
    openShop(environment, work, options ?? { migrate: true });
  try {
    return await runCommand(words, { terminal, withShop });
  } catch (error) {
    const sentence = failureSentence(error);
    terminal.remark(sentence ?? String(error instanceof Error ? error.stack : error));
    return EXIT_FAILED;
  }
}

async function openShop(
  environment: NodeJS.ProcessEnv,
  work: (shop: OpenShop) => Promise<void>,
  options: OpenOptions,
): Promise<void> {
  const logger = createLogger('warn', 'stderr');
  const server = await openDatabaseServer(readSettings(environment), () => undefined);
  try {
    const { config, embedded } = server;
    const steps = options.migrate ? await prepareSchema(config) : [];
    const handlers = await loadHandlerModules(config.FULFILLMENT_MODULES);
    const context = await NestFactory.createApplicationContext(
      CliModule.register(config, logger, handlers),
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
