import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onServer } from '../support/server-connection.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { itWith } from './installed.js';

const SCRIPT = join(import.meta.dirname, '../../deploy/postgresql/move.sh');
/** What a run of the script holds at the old server. */
const HOLD = 'SELECT pg_advisory_lock(7236150)';
const REFUSED = 'Another switch or cancel is running';

let db: TestDatabase;

beforeAll(async () => {
  // A shop of its own: it is moved.
  db = await createTestDatabase();
});
afterAll(() => db.drop());

/** What a step says when it fails. */
async function failureOf(step: string): Promise<string> {
  const env = { PATH: process.env.PATH, OLD: db.directUrl, NEW: db.directUrl, ROLES: 'no_role' };
  try {
    await promisify(execFile)('sh', [SCRIPT, step], { env });
    return '';
  } catch (error) {
    return String(error);
  }
}

describe('a move of the database', () => {
  itWith('psql', 'is switched or called off by one run at a time', () =>
    onServer(db.directUrl, async (other) => {
      await other.query(HOLD);
      expect(await failureOf('switch')).toContain(REFUSED);
      expect(await failureOf('cancel')).toContain(REFUSED);
    }),
  );

  itWith('psql', 'goes on as soon as the other run has ended', async () => {
    expect(await failureOf('switch')).toContain('NEW does not follow OLD');
    expect(await failureOf('switch')).toContain('NEW does not follow OLD');
  });
});
