import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { createApp, type StartOptions } from './app.js';
import { listenOn } from '../common/http/connection/acceptors.js';
import { keepGoingAfterRejections, type ExtensionFolder } from '../common/background-rejections.js';
import { createLogger, loggableError } from '../common/logger.js';
import { processEnvironment } from '../config/environment.js';
import { readSettings } from '../config/souk-config.js';
import { openDatabaseServer, type DatabaseServer } from '../database/database-server.js';
import type { LoadedExtension } from '../extensions/extension.js';
import { loadExtensions } from '../extensions/load-extensions.js';
import { failureText } from './failure-sentence.js';
import { memoryShortage } from './memory-check.js';
import { prepareSchema } from './prepare-schema.js';
import { START_ANYWAY } from './schema-check.js';
import { stopServer } from './stop.js';
import { welcome } from './welcome.js';

const FULFILLMENT_MODULES_SENTENCE =
  'FULFILLMENT_MODULES still works; SOUK_EXTENSIONS replaces it, with the same handlers in "ports" of defineExtension.';

async function start(words: readonly string[]): Promise<void> {
  const environment = processEnvironment();
  const settings = readSettings(environment);
  const logger = createLogger(settings.LOG_LEVEL);
  const log = (line: string): void => {
    logger.info(line);
  };
  const extensions = await loadExtensions(settings.SOUK_EXTENSIONS, environment);
  keepGoingAfterRejections(logger, extensions.map(folderOf));
  if (settings.FULFILLMENT_MODULES.length > 0) logger.warn(FULFILLMENT_MODULES_SENTENCE);
  const database = await openDatabaseServer(settings, log, true);
  try {
    const options = { startAnyway: words.includes(START_ANYWAY) };
    const { app, lines } = await serve(database, logger, extensions, options);
    const shortage = await memoryShortage(app, database.config, environment.NODE_OPTIONS);
    if (shortage !== undefined) logger.warn(shortage);
    stopOnSignal(app, database, logger);
    // Logged after the signal handlers are set, since a supervisor may stop the server as soon as it reads this line.
    const listening = app.getHttpServer().address();
    logger.info({ listening }, `souk serves ${database.config.BASE_URL}`);
    logger.flush();
    for (const line of lines) process.stdout.write(`${line}\n`);
  } catch (error) {
    await database.stop();
    throw error;
  }
}

function folderOf({ definition, url }: LoadedExtension): ExtensionFolder {
  return { extension: definition.name, folder: dirname(fileURLToPath(url)) };
}

/** @returns the listening server, and the lines to print for a newcomer. */
async function serve(
  database: DatabaseServer,
  logger: Logger,
  extensions: readonly LoadedExtension[],
  options: StartOptions,
): Promise<{ app: NestExpressApplication; lines: readonly string[] }> {
  const { config } = database;
  const steps = await prepareSchema(config, extensions, (sentence) => {
    logger.warn(sentence);
  });
  if (steps.length > 0) logger.info({ steps }, 'the schema is up to date now');
  const app = await createApp(config, logger, extensions, options);
  try {
    const lines = database.embedded ? await welcome(app, config) : [];
    // Nest's own `listen` would also log a failure, besides throwing it.
    await listenOn(app.getHttpServer(), { port: config.PORT, host: config.HOST });
    return { app, lines };
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** Stops the server at the first signal. A second one is ignored, because a faster stop would cut answers off. */
function stopOnSignal(app: NestExpressApplication, database: DatabaseServer, logger: Logger): void {
  let stopping = false;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    try {
      process.exit(await stopServer(app, database, database.config.SHUTDOWN_DELAY));
    } catch (error) {
      logger.error({ err: loggableError(error) }, 'the server did not stop in order');
      process.exit(1);
    }
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      void stop(signal);
    });
  }
}

/**
 * Runs the server until a signal. When the start fails, it prints one sentence and ends the process with 1.
 * @param words the arguments of the program.
 */
export async function runServer(words: readonly string[]): Promise<void> {
  try {
    await start(words);
  } catch (error) {
    process.stderr.write(`${failureText(error, processEnvironment)}\n`);
    process.exit(1);
  }
}
