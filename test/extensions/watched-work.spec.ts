import { DoctorService } from '../../src/upkeep/doctor/doctor.service.js';
import type { TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';

let shop: TestShop;
let name: string;

beforeAll(async () => {
  shop = await workerShop();
});
beforeEach(async () => {
  name = fresh('work');
  await shop.db.query(
    `INSERT INTO extensions (name, version, ports) VALUES ($1, '1', '{"listeners":[],"tasks":["sync"]}')`,
    [name],
  );
});
afterEach(() => shop.db.query('DELETE FROM extensions WHERE name = $1', [name]));

/** What doctor says of one check. */
async function messageOf(check: string): Promise<string> {
  const findings = await shop.service(DoctorService).examine({ embedded: false });
  return findings.find((one) => one.check === check)?.message ?? '';
}

/** A task that runs each hour, with what its last runs have left behind. */
async function messageAfter(columns: string): Promise<string> {
  await shop.db.query('DELETE FROM extension_tasks WHERE extension = $1', [name]);
  await shop.db.query(
    `INSERT INTO extension_tasks (extension, name, every_seconds, last_fault, failures) VALUES ($1, 'sync', 3600, 'no rates', 2)`,
    [name],
  );
  await shop.db.query(`UPDATE extension_tasks SET ${columns} WHERE extension = $1`, [name]);
  return messageOf('extension tasks');
}

const ago = (interval: string) => `now() - interval '${interval}'`;

it('a task that has failed for ten minutes is named', async () => {
  expect(await messageAfter(`failing_since = ${ago('9 minutes')}`)).not.toContain(name);
  expect(await messageAfter(`failing_since = ${ago('11 minutes')}`)).toMatch(
    new RegExp(`task sync of extension ${name} \\(failed 2 times since .{16} UTC: no rates\\)`),
  );
});

it('a task that has not run for three periods and a minute is named, unless it is running', async () => {
  const [early, late] = [ago('2 hours'), ago('2 hours 2 minutes')];
  expect(await messageAfter(`next_run_at = ${early}`)).not.toContain(name);
  expect(await messageAfter(`next_run_at = ${late}`)).toContain(
    `task sync of extension ${name} (has not run since it was added)`,
  );
  const running = "leased_until = now() + interval '1 minute'";
  expect(await messageAfter(`next_run_at = ${late}, ${running}`)).not.toContain(name);
});

it('a task that its extension has no longer is not looked at', async () => {
  await shop.db.query(`UPDATE extensions SET ports = '{"tasks":[]}' WHERE name = $1`, [name]);
  expect(await messageAfter(`failing_since = ${ago('1 day')}`)).not.toContain(name);
});

it('jobs that were given up are named as events are', async () => {
  await shop.db.query(
    `INSERT INTO failed_events (extension, listener, event_id, event_type, event, attempts, reason)
     SELECT $1, 'mail', $1 || id, 'job', '{}', 10, 'down' FROM generate_series(1, 2) id`,
    [name],
  );
  expect(await messageOf('events')).toContain(
    `job mail of extension ${name} with 2 jobs given up (see "souk extension failures")`,
  );
  await shop.db.query('DELETE FROM failed_events WHERE extension = $1', [name]);
});
