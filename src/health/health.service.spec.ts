import { Shutdown } from '../common/http/connection/shutdown.js';
import type { Database } from '../database/database.js';
import { NotReadyError } from './health.errors.js';
import { HealthService } from './health.service.js';

interface Asked {
  readonly answer: (rows?: object[]) => void;
  readonly fail: (error: Error) => void;
}

/** A database that answers when the test says so, and a clock that the test sets. */
function probe() {
  const asked: Asked[] = [];
  const clock = { now: 0 };
  const query = (): Promise<unknown> => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    asked.push({
      answer: (rows = []) => {
        resolve(rows);
      },
      fail: reject,
    });
    return promise;
  };
  const shutdown = new Shutdown();
  const assertSpace = (): Promise<void> => Promise.resolve();
  const database = { manager: { query }, assertSpace } as unknown as Database;
  const health = new HealthService(database, shutdown, () => clock.now);
  return { health, shutdown, asked, clock };
}

describe('readiness', () => {
  it('is one query for all concurrent requests', async () => {
    const { health, asked, clock } = probe();
    const first = Array.from({ length: 100 }, () => health.assertReady());
    clock.now = 5_000;
    const late = Array.from({ length: 100 }, () => health.assertReady());
    expect(asked).toHaveLength(1);
    asked[0]?.answer();
    await Promise.all([...first, ...late]);
  });

  it('is queried at most once a second, from start to start', async () => {
    const { health, asked, clock } = probe();
    const ready = health.assertReady();
    asked[0]?.answer();
    await ready;
    clock.now = 999;
    await health.assertReady();
    expect(asked).toHaveLength(1);
    clock.now = 1_000;
    const again = health.assertReady();
    expect(asked).toHaveLength(2);
    asked[1]?.answer();
    await again;
  });

  it('that is missing is cached as long', async () => {
    const { health, asked, clock } = probe();
    const failed = health.assertReady();
    asked[0]?.fail(new Error('away'));
    await expect(failed).rejects.toThrow('Not ready: the database does not answer');
    clock.now = 999;
    await expect(health.assertReady()).rejects.toThrow(NotReadyError);
    expect(asked).toHaveLength(1);
    clock.now = 1_000;
    const again = health.assertReady();
    asked[1]?.answer();
    await again;
  });

  it('is missing while the database cannot be written', async () => {
    const { health, asked, clock } = probe();
    const standby = health.assertReady();
    asked[0]?.answer([{ readOnly: true }]);
    await expect(standby).rejects.toThrow('Not ready: the database is read-only');
    clock.now = 1_000;
    const promoted = health.assertReady();
    asked[1]?.answer([{ readOnly: false }]);
    await promoted;
  });

  it('ends at once with a shutdown', async () => {
    const { health, shutdown, asked } = probe();
    const ready = health.assertReady();
    asked[0]?.answer();
    await ready;
    shutdown.begin();
    await expect(health.assertReady()).rejects.toThrow('the server is about to stop');
    expect(asked).toHaveLength(1);
  });

  it('is denied to a request that waits when the shutdown begins', async () => {
    const { health, shutdown, asked } = probe();
    const ready = health.assertReady();
    shutdown.begin();
    asked[0]?.answer();
    await expect(ready).rejects.toThrow('the server is about to stop');
  });

  it('is not what serving waits for, which ends with the stop signal alone', () => {
    const { health, shutdown, asked } = probe();
    health.assertServing();
    expect(asked).toEqual([]);
    shutdown.begin();
    expect(() => {
      health.assertServing();
    }).toThrow('the server is about to stop');
  });
});
