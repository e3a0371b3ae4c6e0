import { Registry } from 'prom-client';
import type { ServerTasks } from '../../database/server-tasks.js';
import { SentinelGauges } from './sentinel.gauges.js';

/** The lines of both gauges, one scrape after the other. */
async function scrapesOf(...lasts: (() => Promise<unknown>)[]): Promise<string[][]> {
  const registry = new Registry();
  const tasks: Partial<ServerTasks> = { last: () => lasts.shift()?.() as Promise<undefined> };
  new SentinelGauges(registry, tasks as ServerTasks);
  const scrapes: string[][] = [];
  while (lasts.length > 0) {
    const text = await registry.metrics();
    scrapes.push(text.split('\n').filter((line) => line.startsWith('souk_')));
  }
  return scrapes;
}

it('no look of the sentinel has no time, and the last one keeps its own while the database is away', async () => {
  const look = { result: { faulty: 2 }, endedAt: 1_800_000_000 };
  const shown = [
    'souk_ledger_faulty_accounts 2',
    'souk_sentinel_last_run_timestamp_seconds 1800000000',
  ];
  expect(
    await scrapesOf(
      () => Promise.resolve(undefined),
      () => Promise.resolve(look),
      () => Promise.reject(new Error('away')),
    ),
  ).toEqual([['souk_ledger_faulty_accounts 0'], shown, shown]);
});
