import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { createApp, type StartOptions } from './app.js';
import { listenOn } from '../common/http/connection/acceptors.js';
import { keepGoingAfterRejections } from '../common/background-rejections.js';
import { createLogger, loggableError } from '../common/logger.js';
import { logProcessWarnings } from '../common/process-warnings.js';
import { UncaughtErrors } from '../common/uncaught-errors.js';
import { isFirstWorker, thisWorker } from '../common/server-worker.js';
import { processEnvironment } from '../config/environment.js';
import type { Settings } from '../config/souk-config.js';
import { openDatabaseServer, type DatabaseServer } from '../database/database-server.js';
import type { LoadedExtension } from '../extensions/extension.js';
import { unknownSettings } from '../extensions/extension-settings.js';
import { extensionFolders, loadExtensions } from '../extensions/load-extensions.js';
import {
  endsFile,
  recordEnd,
  storeEnds,
  UNKNOWN_EXTENSION,
} from '../upkeep/extensions/server-ends.js';
import { failureText } from './failure-sentence.js';
import { memoryShortage } from './memory-check.js';
import { prepareSchema } from './prepare-schema.js';
import { START_ANYWAY } from './schema-check.js';
import { stopServer } from './stop.js';
import { culpritOf, uncaughtFailure } from './uncaught-failure.js';
import { welcome } from './welcome.js';
import { beat } from './workers/heartbeat.js';
import { settingsFor } from './workers/worker-settings.js';
import type { WorkerListens } from './workers/workers.js';

/** Requests that an uncaught error has come upon are cut after this time. */
const UNCAUGHT_REQUEST_TIMEOUT_MS = 5_000;
const UNCAUGHT = 'an error that no code has caught ends the server';
const ENDED_BEFORE =
  'errors that no code has caught have ended the server; souk doctor names the extensions';
const FULFILLMENT_MODULES_SENTENCE =
  'FULFILLMENT_MODULES still works; SOUK_EXTENSIONS replaces it, with the same handlers in "ports" of defineExtension.';

async function start(words: readonly string[]): Promise<void> {
  const environment = processEnvironment();
  const settings = settingsFor(environment, thisWorker.workers);
  const logger = createLogger(settings.LOG_LEVEL);
  logProcessWarnings(logger);
  const log = (line: string): void => {
    logger.info(line);
  };
  const uncaught = new UncaughtErrors((error) => ended(error, settings, logger));
  const extensions = await uncaught.during(() =>
    loadExtensions(settings.SOUK_EXTENSIONS, environment),
  );
  keepGoingAfterRejections(logger, extensionFolders);
  if (isFirstWorker) warnOf(settings, extensions, environment, logger);
  // The primary process watches that of its workers.
  const database = await openDatabaseServer(settings, log, thisWorker.workers === 1);
  try {
    const options = { startAnyway: words.includes(START_ANYWAY) };
    const { app, lines } = await uncaught.during(async () => {
      await prepare(database, settings, logger, extensions);
      return serve(database, logger, extensions, options);
    });
    stopOnce(app, database, logger, uncaught);
    if (isFirstWorker) await warnOfMemory(app, database, environment, logger);
    // Logged after the signal handlers are set, since a supervisor may stop the server as soon as it reads this line.
    tellListening(app, database, logger, lines);
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/** Warns of settings without the effect that they seem to have. */
function warnOf(
  settings: Settings,
  extensions: readonly LoadedExtension[],
  environment: NodeJS.ProcessEnv,
  logger: Logger,
): void {
  if (settings.FULFILLMENT_MODULES.length > 0) logger.warn(FULFILLMENT_MODULES_SENTENCE);
  const definitions = extensions.map(({ definition }) => definition);
  for (const sentence of unknownSettings(definitions, environment)) logger.warn(sentence);
}

async function warnOfMemory(
  app: NestExpressApplication,
  { config }: DatabaseServer,
  environment: NodeJS.ProcessEnv,
  logger: Logger,
): Promise<void> {
  const shortage = await memoryShortage(app, config, environment.NODE_OPTIONS);
  if (shortage !== undefined) logger.warn(shortage);
}

/** A worker tells the primary process, which tells the operator once all listen. */
function tellListening(
  app: NestExpressApplication,
  { config }: DatabaseServer,
  logger: Logger,
  lines: readonly string[],
): void {
  if (thisWorker.workers > 1) {
    process.send?.({ listens: lines } satisfies WorkerListens);
    beat();
    return;
  }
  const listening = app.getHttpServer().address();
  logger.info({ listening }, `souk serves ${config.BASE_URL}`);
  logger.flush();
  for (const line of lines) process.stdout.write(`${line}\n`);
}

/** Records and logs that an error ends the server. @returns the error that its start fails with */
function ended(error: unknown, settings: Settings, logger: Logger): unknown {
  const { extension = UNKNOWN_EXTENSION, fault } = culpritOf(error);
  const notRecorded = recordEnd(endsFile(settings), extension, fault);
  const err = loggableError(error);
  logger.fatal({ extension, err, ...(notRecorded && { notRecorded }) }, UNCAUGHT);
  logger.flush();
  return uncaughtFailure(error);
}

/** Migrates the database, in the first worker, and takes up which errors have ended the servers before. */
async function prepare(
  { config }: DatabaseServer,
  settings: Settings,
  logger: Logger,
  extensions: readonly LoadedExtension[],
): Promise<void> {
  const warn = (sentence: string): void => {
    logger.warn(sentence);
  };
  const steps = isFirstWorker ? await prepareSchema(config, extensions, warn) : [];
  if (steps.length > 0) logger.info({ steps }, 'the schema is up to date now');
  try {
    const ends = await storeEnds(endsFile(settings), config.DATABASE_URL);
    if (ends > 0) logger.warn({ ends }, ENDED_BEFORE);
  } catch (error) {
    logger.warn({ err: loggableError(error) }, 'former ends of the server were not stored');
  }
}

/** @returns the listening server, and the lines to print for a newcomer. */
async function serve(
  database: DatabaseServer,
  logger: Logger,
  extensions: readonly LoadedExtension[],
  options: StartOptions,
): Promise<{ app: NestExpressApplication; lines: readonly string[] }> {
  const { config } = database;
  const app = await createApp(config, logger, extensions, options);
  try {
    const isNewcomers = database.embedded && isFirstWorker && !thisWorker.isReplacement;
    const lines = isNewcomers ? await welcome(app, config) : [];
    // Nest's own `listen` would also log a failure, besides throwing it.
    await listenOn(app.getHttpServer(), { port: config.PORT, host: config.HOST });
    return { app, lines };
  } catch (error) {
    await app.close();
    throw error;
  }
}

/**
 * Stops the server once: at the first signal, or after an error that no code has caught. A second one is ignored, because
 * a faster stop would cut answers off.
 */
function stopOnce(
  app: NestExpressApplication,
  database: DatabaseServer,
  logger: Logger,
  uncaught: UncaughtErrors,
): void {
  let stopping = false;
  const stop = async (...limits: [delaySeconds: number, requestTimeoutMs?: number]) => {
    if (stopping) return;
    stopping = true;
    try {
      const code = await stopServer(app, database, ...limits);
      process.exit(uncaught.hasSeenOne ? 1 : code);
    } catch (error) {
      logger.error({ err: loggableError(error) }, 'the server did not stop in order');
      process.exit(1);
    }
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (!stopping) logger.info({ signal }, 'stopping');
      void stop(database.config.SHUTDOWN_DELAY);
    });
  }
  uncaught.onFirst(() => stop(0, UNCAUGHT_REQUEST_TIMEOUT_MS));
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
