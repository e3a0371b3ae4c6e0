import { Client } from 'pg';
import { vi } from 'vitest';
import { configFor, readSettings } from '../../src/config/souk-config.js';
import { prepareSchema } from '../../src/start/prepare-schema.js';
import { onServer } from '../support/server-connection.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { startTestShop } from '../support/test-shop.js';

const MOST = 20;
const LOGIN = ['the start-up message', 'the first message of SCRAM', 'the last one'];
/** What each connection asks first. */
const OF_SERVER = 'SELECT pg_is_in_recovery';
/** What goes on beside a start: workers look for jobs, the job library for its upkeep, and revisions are followed. */
const BESIDE = [
  'WITH made AS',
  'WITH RECURSIVE turns AS',
  'UPDATE pgboss.version',
  'LISTEN ',
  'SELECT (SELECT catalog_revision.revision',
  'SELECT DISTINCT account_id AS "accountId" FROM webhook_failures',
];

let db: TestDatabase;
let prepare: () => Promise<string[]>;

beforeAll(async () => {
  // A shop of its own: it is prepared, changed and started.
  db = await createTestDatabase();
  const config = configFor(readSettings({ PORT: '0' }), db);
  prepare = () => prepareSchema(config);
  await prepare();
});
afterAll(() => db.drop());

/** The statements, and the logins of the connections that they are sent on. */
async function tripsOfStart(): Promise<string[]> {
  const query = vi.spyOn(Client.prototype, 'query');
  expect(await prepare()).toEqual([]);
  // A shop of its own: the statements of its start are counted.
  const shop = await startTestShop({}, {}, db);
  const { calls, contexts } = query.mock;
  const name = new URL(db.url).pathname.slice(1);
  const sent = calls
    .map(([sql], place) => ({ sql: sql.trim(), client: contexts[place] as Client | undefined }))
    // The shop of other specs may be running.
    .filter(
      ({ sql, client }) =>
        client?.database === name && !BESIDE.some((start) => sql.startsWith(start)),
    );
  query.mockRestore();
  await shop.stop();
  const needed = new Set(
    sent.filter(({ sql }) => !sql.startsWith(OF_SERVER)).map(({ client }) => client),
  );
  return [
    ...[...needed].flatMap(() => LOGIN),
    ...sent.filter(({ client }) => needed.has(client)).map(({ sql }) => sql),
  ];
}

it('a start on a prepared database needs few round trips', async () => {
  // What goes on beside a start may be counted with it on a slow machine, but hardly each time.
  const starts = [await tripsOfStart(), await tripsOfStart(), await tripsOfStart()];
  const [least = []] = starts.toSorted((one, other) => one.length - other.length);
  expect(least.slice(0, LOGIN.length)).toEqual(LOGIN);
  expect(least.slice(MOST)).toEqual([]);
});

it('a start finds an option of a queue that is another one', async () => {
  const limit = `SELECT retry_limit AS retries FROM pgboss.queue WHERE name = 'webhook'`;
  const before = await db.query(limit);
  await db.query(`UPDATE pgboss.queue SET retry_limit = retry_limit + 1 WHERE name = 'webhook'`);
  await prepare();
  expect(await db.query(limit)).toEqual(before);
});

it('a start finds a setting that the sessions of its role have lost', async () => {
  const jit = () => onServer(db.url, (client) => client.query('SHOW jit'));
  const name = new URL(db.url).pathname.slice(1);
  await onServer(db.url, (client) =>
    client.query(`ALTER ROLE CURRENT_USER IN DATABASE ${name} RESET jit`),
  );
  expect((await jit()).rows).toEqual([{ jit: 'on' }]);
  await prepare();
  expect((await jit()).rows).toEqual([{ jit: 'off' }]);
});
