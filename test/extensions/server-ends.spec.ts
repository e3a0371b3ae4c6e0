import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordEnd, storeEnds, type ServerEnd } from '../../src/upkeep/extensions/server-ends.js';
import { souk } from '../support/command-line.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

let shop: TestShop;
let folder: string;
let file: string;

beforeAll(async () => {
  // A shop of its own: its doctor warns.
  shop = await startTestShop();
});
beforeEach(async () => {
  await shop.db.query('TRUNCATE extension_faults');
  folder = await mkdtemp(join(tmpdir(), 'souk-server-ends-'));
  file = join(folder, 'ends');
});
afterEach(() => rm(folder, { recursive: true }));
afterAll(() => shop.close());

const doctor = async (): Promise<string> => (await souk(shop, 'doctor')).out;

const endAt = (at: string, end: Partial<ServerEnd> = {}): Promise<void> =>
  appendFile(file, `${JSON.stringify({ extension: 'acme', fault: 'no rates', ...end, at })}\n`);

it('ends are counted with those that were stored before, and the file is removed', async () => {
  expect(await storeEnds(file, shop.db.url)).toBe(0);
  for (const fault of ['first', 'second']) recordEnd(file, 'acme', fault);
  recordEnd(file, 'unknown', 'connect ECONNREFUSED');
  expect(await storeEnds(file, shop.db.url)).toBe(3);
  expect(await readdir(folder)).toEqual([]);
  recordEnd(file, 'acme', 'third');
  expect(await storeEnds(file, shop.db.url)).toBe(1);
  // At midnight the count begins anew.
  expect(await doctor()).toMatch(
    /^warn +extensions: .*the server was ended by acme, (?:3 times|once|twice) (?:today|on [\d-]{10}), the last time at \d\d:\d\d \(UTC\): third, the server was ended by code without a frame of an extension, once/m,
  );
});

it('starts at one moment count each end once', async () => {
  for (let number = 0; number < 20; number++) recordEnd(file, 'acme', 'x');
  const counts = await Promise.all([1, 2, 3].map(() => storeEnds(file, shop.db.url)));
  expect(counts.toSorted()).toEqual([0, 0, 20]);
});

it('ends are counted by their day, of each extension its own', async () => {
  await endAt('2026-01-02T00:01:00Z', { fault: 'new' });
  await endAt('2026-01-01T23:59:00Z');
  await endAt('2026-01-01T11:00:00Z', { extension: 'other', fault: 'last' });
  await endAt('2026-01-01T10:00:00Z', { extension: 'other' });
  await storeEnds(file, shop.db.url);
  await endAt('2026-01-01T23:59:30Z', { fault: 'another' });
  await storeEnds(file, shop.db.url);
  const first = 'end of the server on 2026-01-01';
  expect(
    await shop.db.query(
      'SELECT extension, port, faults::int, fault FROM extension_faults ORDER BY extension, port',
    ),
  ).toEqual([
    { extension: 'acme', port: first, faults: 2, fault: 'another' },
    { extension: 'acme', port: 'end of the server on 2026-01-02', faults: 1, fault: 'new' },
    { extension: 'other', port: first, faults: 2, fault: 'last' },
  ]);
  expect(await doctor()).toMatch(/^ok +extensions: no extension has failed within a day$/m);
});

it('a clock that is ahead counts as now', async () => {
  await endAt('2999-01-01T00:00:00Z');
  await storeEnds(file, shop.db.url);
  recordEnd(file, 'acme', 'x');
  await storeEnds(file, shop.db.url);
  expect(await doctor()).toMatch(/ended by acme, (?:twice|once)/);
});

it('what a start has left that was killed meanwhile is counted, too', async () => {
  recordEnd(`${file}.taken`, 'acme', 'x');
  recordEnd(file, 'acme', 'x');
  expect(await storeEnds(file, shop.db.url)).toBe(2);
  expect(await readdir(folder)).toEqual([]);
});

it('the file stays while the database is away', async () => {
  recordEnd(file, 'acme', 'x');
  await expect(storeEnds(file, 'postgres://127.0.0.1:1/none')).rejects.toThrow();
  expect(await storeEnds(file, shop.db.url)).toBe(1);
});
