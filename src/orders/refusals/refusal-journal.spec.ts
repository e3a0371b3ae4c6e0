import type { Logger } from 'pino';
import { vi } from 'vitest';
import { DatabaseError } from 'pg';
import { BadParameterError } from '../../common/app-error.js';
import type { SoukRequest } from '../../common/http/souk-request.js';
import type { NewRefusal } from './order-refusal.js';
import { RefusalJournal } from './refusal-journal.js';

/** Between two batches. */
const INTERVAL_MS = 250;
const MINUTE_MS = 60_000;
/** How long a stop waits for the database. */
const STOP_MS = 2_000;

type Dependencies = ConstructorParameters<typeof RefusalJournal>;

class Repository {
  readonly batches: NewRefusal[][] = [];
  /** What becomes of the next batches; those after them are written. */
  readonly ends: (() => Promise<void>)[] = [];

  insert(batch: readonly NewRefusal[]): Promise<void> {
    this.batches.push([...batch]);
    return this.ends.shift()?.() ?? Promise.resolve();
  }
}

let repository: Repository;
let pool: { idleCount: number; totalCount: number; waitingCount: number; options: object };
let lines: string[];
let journal: RefusalJournal;
let written: number[];

beforeEach(() => {
  vi.useFakeTimers();
  repository = new Repository();
  pool = { idleCount: 1, totalCount: 10, waitingCount: 0, options: { max: 10 } };
  lines = [];
  written = [];
  const log = (...words: readonly [string] | readonly [{ dropped?: number }, string]) => {
    const [first, text] = words;
    lines.push(typeof first === 'string' ? first : `${text} ${first.dropped ?? ''}`.trim());
  };
  const dependencies = [
    repository,
    { noteWritten: (rows: number) => written.push(rows) },
    { pool },
    { ORDER_UUID: 'uuid' },
  ] as unknown as Dependencies;
  const logger = { warn: log, error: log, info: log } as unknown as Logger;
  journal = Object.assign(new RefusalJournal(...dependencies), { logger });
  journal.onApplicationBootstrap();
});
afterEach(async () => {
  const stopped = journal.beforeApplicationShutdown();
  await vi.advanceTimersByTimeAsync(STOP_MS);
  await stopped;
  vi.useRealTimers();
});

function refuse(count: number, accountId = 1, product = 0): void {
  const params = product === 0 ? {} : { product_id: String(product) };
  const request = { accountId, params, originalUrl: '/', id: 'r' } as unknown as SoukRequest;
  for (let sent = 0; sent < count; sent++) journal.note(request, new BadParameterError('why'));
}

const intervals = (count: number) => vi.advanceTimersByTimeAsync(count * INTERVAL_MS);
const sizes = () => repository.batches.map(({ length }) => length);
const refusedData = () =>
  Object.assign(new DatabaseError('out of range', 1, 'error'), { code: '22003' });
const unavailable = () => Promise.reject(new Error('Connection terminated unexpectedly'));

it('writes what has come since the last batch, in one statement', async () => {
  refuse(3);
  expect(sizes()).toEqual([]);
  await intervals(1);
  expect([sizes(), journal.waiting, journal.counts.written, written]).toEqual([[3], 0, 3, [3]]);
  await intervals(5);
  expect(sizes()).toEqual([3]);
});

it('writes a thousand at a time, and one batch at a time', async () => {
  refuse(800, 1);
  refuse(700, 2);
  const first = Promise.withResolvers<undefined>();
  repository.ends.push(() => first.promise);
  await intervals(4);
  expect(sizes()).toEqual([1_000]);
  first.resolve(undefined);
  await intervals(1);
  // The second account found room for 600.
  expect([sizes(), journal.waiting]).toEqual([[1_000, 400], 0]);
});

it('drops what finds no room while a batch is written, and what was sent is not sent again', async () => {
  const first = Promise.withResolvers<undefined>();
  repository.ends.push(() => first.promise);
  refuse(10);
  await intervals(1);
  refuse(2_000);
  expect([journal.waiting, journal.counts.dropped]).toEqual([1_000, 1_010]);
  first.resolve(undefined);
  await intervals(2);
  expect([sizes(), journal.counts.written]).toEqual([[10, 990], 1_000]);
});

describe('while all connections are at work', () => {
  it.each([
    ['none is idle and none can be opened', { idleCount: 0 }],
    ['others wait for one', { waitingCount: 1 }],
  ])('because %s, a batch waits for one interval', async (_, busy) => {
    Object.assign(pool, busy);
    refuse(1);
    await intervals(1);
    expect(sizes()).toEqual([]);
    await intervals(1);
    expect(sizes()).toEqual([1]);
  });

  it('is written at once when one has become free, and waits anew the next time', async () => {
    pool.idleCount = 0;
    refuse(1);
    await intervals(1);
    pool.idleCount = 1;
    await intervals(1);
    expect(sizes()).toEqual([1]);
    pool.idleCount = 0;
    refuse(1);
    await intervals(1);
    expect(sizes()).toEqual([1]);
  });
});

describe('a database that does not take a batch', () => {
  it('gets the same entries a second later, with those that have come meanwhile', async () => {
    repository.ends.push(unavailable);
    refuse(2);
    await intervals(1);
    refuse(1);
    await intervals(3);
    expect([sizes(), journal.waiting]).toEqual([[2], 3]);
    await intervals(2);
    expect(sizes()).toEqual([2, 3]);
    expect(repository.batches[1]?.slice(0, 2)).toEqual(repository.batches[0]);
    expect(lines).toEqual([
      'refused orders wait: the database did not take them',
      'refused orders are written to the journal again',
    ]);
  });

  it('is logged once', async () => {
    repository.ends.push(unavailable, unavailable, unavailable);
    refuse(1);
    await intervals(10);
    expect(sizes()).toHaveLength(3);
    expect(lines).toEqual(['refused orders wait: the database did not take them']);
  });

  it('loses the one whose data it refuses, and no other', async () => {
    const bad = 3;
    const insert = repository.insert.bind(repository);
    repository.insert = (batch) =>
      batch.some(({ productId }) => productId === bad)
        ? insert([]).then(() => Promise.reject(refusedData()))
        : insert(batch);
    for (let product = 1; product <= 10; product++) refuse(1, 1, product);
    await intervals(1);

    const written = repository.batches.flat().map(({ productId }) => productId);
    expect(written).toEqual([1, 2, 4, 5, 6, 7, 8, 9, 10]);
    expect([journal.waiting, journal.counts]).toEqual([0, { written: 9, dropped: 1 }]);
    expect(lines).toContain('the journal of refused orders has a fault');
  });

  it('gets all again that is left when it is lost between two halves', async () => {
    repository.ends.push(
      () => Promise.reject(refusedData()),
      () => Promise.resolve(),
      unavailable,
    );
    refuse(4);
    await intervals(1);
    expect([sizes(), journal.waiting]).toEqual([[4, 2, 2], 4]);
    await intervals(5);
    expect([sizes(), journal.waiting]).toEqual([[4, 2, 2, 4], 0]);
    expect(journal.counts).toEqual({ written: 4, dropped: 0 });
  });

  it('loses a batch that it refuses, since it would refuse it again', async () => {
    repository.ends.push(() => Promise.reject(new Error('no such table')));
    refuse(5);
    await intervals(1);
    expect([journal.waiting, journal.counts]).toEqual([0, { written: 0, dropped: 5 }]);
    refuse(1);
    await intervals(1);
    expect(sizes()).toEqual([5, 1]);
  });
});

it('says how many were dropped, at most once a minute', async () => {
  refuse(1_100);
  await intervals(1);
  expect(lines).toEqual(['refused orders are missing in the journal: there were too many 100']);
});

it('says it again with those since', async () => {
  refuse(1_100);
  await intervals(1);
  refuse(1_050);
  await intervals(1);
  expect(lines).toHaveLength(1);
  refuse(1_020);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(lines).toEqual([
    'refused orders are missing in the journal: there were too many 100',
    'refused orders are missing in the journal: there were too many 70',
  ]);
});

describe('a stop', () => {
  it('writes all that waits', async () => {
    refuse(900, 1);
    refuse(500, 2);
    await journal.beforeApplicationShutdown();
    expect([sizes(), journal.waiting]).toEqual([[1_000, 400], 0]);
  });

  it('counts what a database that is gone did not take', async () => {
    repository.ends.push(unavailable);
    refuse(3);
    await journal.beforeApplicationShutdown();
    expect(journal.counts).toEqual({ written: 0, dropped: 3 });
  });

  it('does not wait for a database that does not answer', async () => {
    repository.ends.push(() => new Promise(() => undefined));
    refuse(3);
    const stopped = journal.beforeApplicationShutdown();
    await vi.advanceTimersByTimeAsync(STOP_MS);
    await stopped;
    expect(journal.counts.dropped).toBe(3);
  });
});
