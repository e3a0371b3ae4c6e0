import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Type } from '@nestjs/common';
import { AccountService } from '../src/account/account.service.js';
import { OperatorError } from '../src/common/app-error.js';
import { createLogger } from '../src/common/logger.js';
import { processEnvironment } from '../src/config/environment.js';
import { readSettings, variablesOf } from '../src/config/souk-config.js';
import { openDatabaseServer } from '../src/database/database-server.js';
import { withClient } from '../src/database/migrate.js';
import { createApp } from '../src/start/app.js';
import { failureText } from '../src/start/failure-sentence.js';
import { prepareSchema } from '../src/start/prepare-schema.js';
import { DemoFilling } from './demo-filling.js';
import { moveIntoTheMonth, type Span } from './month.sql.js';

const FOLDER = './.souk-demo';
/** In the data folder, where the demo has filled it. */
const MARK = 'filled-by-demo';
const HOST = '127.0.0.1';

/** A shop with a month of orders in a data folder of its own, made at the first start. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { data: { type: 'string', default: FOLDER } } });
  const folder = resolve(values.data);
  // Neither the database nor the data folder of another shop.
  const names = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'];
  const variables = names.flatMap((name) => variablesOf(name, true));
  const others = Object.fromEntries(variables.map((name) => [name, '']));
  const own = { HOST, ...processEnvironment(), ...others, SOUK_DATA_DIR: folder };
  const port = existsSync(join(folder, MARK)) ? undefined : await filled(folder, own);
  process.exit(await served({ ...own, ...(port !== undefined && { PORT: String(port) }) }));
}

/** Fills a new shop. @returns the port at which its supplier, which it is itself, is called */
async function filled(folder: string, environment: NodeJS.ProcessEnv): Promise<number> {
  process.stderr.write(`Filling the demo shop in ${folder}; this takes a minute.\n`);
  const settings = readSettings(environment);
  const database = await openDatabaseServer(settings, () => undefined);
  try {
    const { config } = database;
    await prepareSchema(config);
    const app = await createApp(config, createLogger('error', 'stderr'));
    let spans: Span[];
    let port: number;
    try {
      const service = <T>(type: Type<T>): T => app.get(type, { strict: false });
      if (!(await service(AccountService).isEmpty())) throw notNew(folder);
      await app.listen(config.PORT, HOST);
      ({ port } = app.getHttpServer().address() as AddressInfo);
      spans = await DemoFilling.of({ service }, `http://${HOST}:${port}`);
    } finally {
      await app.close();
    }
    await withClient(config.DATABASE_DIRECT_URL, (client) => client.query(moveIntoTheMonth(spans)));
    await writeFile(join(folder, MARK), '');
    return port;
  } finally {
    await database.stop();
  }
}

function notNew(folder: string): OperatorError {
  return new OperatorError(`The shop in ${folder} has accounts; name an empty folder by --data.`);
}

/** Runs the server as `npm start` does, with what it prints. @returns its exit code */
async function served(environment: NodeJS.ProcessEnv): Promise<number> {
  const words = [...process.execArgv, 'src/main.ts'];
  const server = spawn(process.execPath, words, { env: environment, stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => server.kill(signal));
  }
  const [code] = (await once(server, 'exit')) as [number | null];
  return code ?? 1;
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${failureText(error, processEnvironment)}\n`);
  process.exit(1);
}
