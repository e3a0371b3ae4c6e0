import { Registry } from 'prom-client';
import { NightlyBackupGauge } from './nightly-backup.gauge.js';
import type { NightlyState, NightlyStateRepository } from './nightly-state.repository.js';

const MADE = { good: null, beganAt: null, endedAt: new Date(1_000_000) };
const BACKED_UP = {
  good: { at: new Date(2_000_000) },
  ...{ beganAt: new Date(2_000_000), endedAt: new Date(3_000_000) },
};

/** What is scraped one time after the other, while the row is read so; undefined while the database is away. */
async function scraped(place: string | undefined, ...rows: (object | undefined)[]) {
  const registry = new Registry();
  const read = (): Promise<NightlyState> => {
    const row = rows[scrapes.length];
    return row ? Promise.resolve(row as NightlyState) : Promise.reject(new Error('away'));
  };
  const backupDir = place === 'off' ? undefined : place;
  const config = { backupDir, BACKUP_DIR: place };
  new NightlyBackupGauge(registry, { read } as NightlyStateRepository, config);
  const scrapes: (string | undefined)[] = [];
  while (scrapes.length < rows.length) {
    scrapes.push(/^souk_backup_last_timestamp_seconds (.*)$/m.exec(await registry.metrics())?.[1]);
  }
  return scrapes;
}

describe('the metric of the last backup', () => {
  it('is when the last good one was made, before it the database, and stays while that is away', async () => {
    expect(await scraped('/backups', undefined, MADE, BACKED_UP, undefined)).toEqual([
      undefined,
      '1000',
      '2000',
      '2000',
    ]);
  });

  it('is missing where none is made', async () => {
    expect(await scraped(undefined, MADE)).toEqual([undefined]);
    expect(await scraped('off', BACKED_UP)).toEqual([undefined]);
  });

  it('is there where a command makes them, such as in a job of the cluster', async () => {
    expect(await scraped(undefined, BACKED_UP)).toEqual(['2000']);
  });
});
