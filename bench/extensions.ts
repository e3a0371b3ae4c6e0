import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ServerProcess } from '../test/support/server-process.js';
import { createTestDatabase } from '../test/support/test-database.js';
import { Cleanup } from './cleanup.js';
import { folderBesideServer } from './folder-beside-server.js';
import { median } from './load.js';
import { machine } from './machine.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const COUNTS = [0, 1, 10];
const MIB = 2 ** 20;

/** An extension with a service, a route, a table, a setting, a command and a port of each kind that a shop may have several of. */
const extension = (name: string): string => `
import { Controller, Get, Injectable, Module } from '@nestjs/common';
import { Database, defineExtension, Public } from 'souk';

class Service { constructor(database) { this.database = database; } }
Reflect.defineMetadata('design:paramtypes', [Database], Service);
Injectable()(Service);
class Routes { constructor(service) { this.service = service; } read() { return { name: '${name}' }; } }
Reflect.defineMetadata('design:paramtypes', [Service], Routes);
const read = Object.getOwnPropertyDescriptor(Routes.prototype, 'read');
for (const decorate of [Get(), Public()]) decorate(Routes.prototype, 'read', read);
Controller('${name}')(Routes);
class Made {}
Module({ providers: [Service], controllers: [Routes] })(Made);
class Table { up(runner) { return runner.query('CREATE TABLE ${name}_notes (id integer PRIMARY KEY)'); } }

export const extension = defineExtension({
  name: '${name}',
  souk: '*',
  module: Made,
  migrations: [Table],
  tables: [{ name: '${name}_notes' }],
  settings: { ${name.toUpperCase()}_LIMIT: { read: Number, default: 1, sentence: 'A limit.' } },
  commands: [{ name: '${name}', description: 'of ${name}', add: () => undefined }],
  ports: () => ({
    handlers: [{ code: '${name}', checkSettings: () => undefined }],
    policies: [{
      name: 'none',
      read: () => Promise.resolve([]),
      digest: () => '',
      shows: () => true,
      price: (_, { price }) => price,
      goodUntil: () => undefined,
    }],
    checks: [{ name: 'none', concerns: () => false, check: () => Promise.resolve() }],
    listeners: [{ name: 'none', events: ['order.placed'], concerns: () => false, handle: () => Promise.resolve() }],
  }),
});`;

/** Resident memory in MiB, as Linux tells it. */
async function memoryOf(pid: number): Promise<number> {
  const [, pages = 'NaN'] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
  return (Number(pages) * 4_096) / MIB;
}

interface Start {
  readonly seconds: number;
  readonly mebibytes: number;
}

async function startOf(settings: Record<string, string>): Promise<Start> {
  const begun = performance.now();
  const program = { folder: ROOT, args: ['--no-warnings', 'dist/main.js'] };
  const server = await ServerProcess.start({ LOG_LEVEL: 'info', ...settings }, program);
  const seconds = (performance.now() - begun) / 1_000;
  await fetch(`${server.baseUrl}/health/ready`);
  const mebibytes = await memoryOf(server.pid);
  await server.stop();
  return { seconds, mebibytes };
}

/** Starts servers with more and more extensions, alternately. The first start of each, which migrates, is not counted. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } });
  const cleanup = new Cleanup();
  try {
    const folder = await folderBesideServer(cleanup);
    const files: string[] = [];
    for (let number = 1; number <= Math.max(...COUNTS); number++) {
      const file = join(folder, `ext${number}.mjs`);
      await writeFile(file, extension(`ext${number}`));
      files.push(file);
    }
    const shops = new Map<number, Record<string, string>>();
    for (const count of COUNTS) {
      const { url, directUrl } = await cleanup.having(
        () => createTestDatabase({ empty: true }),
        (db) => db.drop(),
      );
      const sources = files.slice(0, count).join();
      const shop = { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, SOUK_EXTENSIONS: sources };
      await startOf(shop);
      shops.set(count, shop);
    }
    const starts = new Map(COUNTS.map((count) => [count, [] as Start[]]));
    for (let round = 1; round <= Number(values.rounds); round++) {
      console.error(`round ${round}`);
      for (const [count, shop] of shops) starts.get(count)?.push(await startOf(shop));
    }
    console.log(`${await machine()}\n\n| extensions | start, s | memory, MiB |\n|---|---|---|`);
    for (const [count, all] of starts) {
      const seconds = median(all.map((one) => one.seconds)).toFixed(2);
      const mebibytes = median(all.map((one) => one.mebibytes)).toFixed(0);
      console.log(`| ${count} | ${seconds} | ${mebibytes} |`);
    }
  } finally {
    await cleanup.run();
  }
}

await main();
