import { setImmediate as turn } from 'node:timers/promises';
import { pino } from 'pino';
import type { Database } from '../database.js';
import { RevisionWatch } from './revision-watch.js';

const ROW = { catalog: '1', access: '1', history: 'one', clock: 0 };

/** Reads the same revisions again and again, and listens to nobody. */
function watch(): RevisionWatch {
  const database = { manager: { query: () => Promise.resolve([ROW]) } };
  return new RevisionWatch(database as unknown as Database, undefined, pino({ level: 'silent' }));
}

it('tells many who wait in several turns of the event loop, so that others have theirs', async () => {
  const revisions = watch();
  let told = 0;
  const all = Array.from({ length: 200 }, () => revisions.next().then(() => told++));
  await revisions.refresh();
  const toldInTurns: number[] = [];
  while (told < all.length) {
    await turn();
    toldInTurns.push(told);
  }
  expect(toldInTurns.length).toBeGreaterThan(2);
  expect(await Promise.all(all)).toEqual(Array.from({ length: 200 }, (_, index) => index));
});

it('a reading that began before somebody waited is not what it waits for', async () => {
  const revisions = watch();
  const early = revisions.refresh();
  let isTold = false;
  const next = revisions.next().then(() => (isTold = true));
  await early;
  await turn();
  expect(isTold).toBe(false);
  await revisions.refresh();
  await next;
});

it('are told though they become too old while somebody asks', async () => {
  const revisions = watch();
  vi.spyOn(performance, 'now').mockReturnValue(0);
  await revisions.refresh();
  let now = 999.5;
  vi.spyOn(performance, 'now').mockImplementation(() => now++);
  expect(await revisions.current()).toMatchObject(ROW);
});

it('reports another history of the database once, and a mere restart as no alarm', async () => {
  const lines: { level: number; before: string; now: string }[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]);
  let history = 'id system 1 start';
  const query = () => Promise.resolve([{ ...ROW, history }]);
  const database = { manager: { query } } as unknown as Database;
  const revisions = new RevisionWatch(database, undefined, pino({ level: 'info' }, { write }));
  await revisions.refresh();
  for (const next of ['id system 2 start', 'id system 2 start', 'id system 2 later']) {
    history = next;
    await revisions.refresh();
  }
  expect(lines).toMatchObject([
    { level: 40, before: 'id system 1 start', now: 'id system 2 start' },
    { level: 30, before: 'id system 2 start', now: 'id system 2 later' },
  ]);
});

it('what was read before a change here, or began before it, is not answered from', async () => {
  let asked = 0;
  let answer = Promise.resolve([ROW]);
  const query = (): Promise<object[]> => {
    asked += 1;
    return answer;
  };
  const database = { manager: { query } } as unknown as Database;
  const revisions = new RevisionWatch(database, undefined, pino({ level: 'silent' }));
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1));
  await revisions.refresh();
  const late = Promise.withResolvers<(typeof ROW)[]>();
  answer = late.promise;
  const early = revisions.refresh();
  revisions.expire();
  expect(revisions.fresh).toBeUndefined();
  answer = Promise.resolve([{ ...ROW, catalog: '2' }]);
  const both = [revisions.current(), revisions.current()];
  late.resolve([ROW]);
  await early;
  expect(await Promise.all(both)).toMatchObject([{ catalog: '2' }, { catalog: '2' }]);
  expect(revisions.fresh).toMatchObject({ catalog: '2' });
  expect(asked).toBe(3);
});
