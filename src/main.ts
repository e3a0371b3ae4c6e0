import { once } from 'node:events';
import type { Server } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { createApp } from './app.js';
import { createLogger } from './common/logger.js';
import { processEnvironment, readSettings, type SoukConfig } from './config/souk-config.js';
import { openDatabaseServer, type DatabaseServer } from './database/database-server.js';
import { failureSentence } from './failure-sentence.js';
import { prepareSchema } from './prepare-schema.js';
import { welcome } from './welcome.js';

/** A request that still runs this long after the stop signal is cut, in milliseconds. */
const SHUTDOWN_LIMIT = 25_000;

async function start(): Promise<void> {
  const settings = readSettings(processEnvironment());
  const logger = createLogger(settings.LOG_LEVEL);
  const database = await openDatabaseServer(settings, (line) => {
    logger.info(line);
  });
  try {
    const app = await serve(database, logger);
    stopOnSignal(app, database, logger);
  } catch (error) {
    await database.stop();
    throw error;
  }
}

async function serve(database: DatabaseServer, logger: Logger): Promise<NestExpressApplication> {
  const { config } = database;
  const steps = await prepareSchema(config.DATABASE_URL);
  if (steps.length > 0) logger.info({ steps }, 'the schema is up to date now');
  const app = await createApp(config, logger);
  try {
    const lines = database.embedded ? await welcome(app, config) : [];
    await listen(app, config);
    logger.info({ listening: app.getHttpServer().address() }, `souk serves ${config.BASE_URL}`);
    for (const line of lines) process.stdout.write(`${line}\n`);
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** Nest's own listen logs a failure besides throwing it; a newcomer should read one sentence. */
async function listen(app: NestExpressApplication, { PORT, HOST }: SoukConfig): Promise<void> {
  const server: Server = app.getHttpServer();
  server.listen(PORT, HOST);
  await once(server, 'listening');
}

/** Running requests finish, then the pool closes, then the embedded database stops. */
function stopOnSignal(app: NestExpressApplication, database: DatabaseServer, logger: Logger): void {
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    logger.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), SHUTDOWN_LIMIT).unref();
    await app.close();
    await database.stop();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      void stop(signal);
    });
  }
}

try {
  await start();
} catch (error) {
  const sentence = failureSentence(error);
  process.stderr.write(`${sentence ?? String(error instanceof Error ? error.stack : error)}\n`);
  process.exit(1);
}
