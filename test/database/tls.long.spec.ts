import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { isDatabaseUnavailable } from '../../src/database/database-errors.js';
import { withClient } from '../../src/database/migrate.js';
import { failureSentence } from '../../src/start/failure-sentence.js';
import { CERTIFICATE_FILES } from '../support/certificate-files.js';
import { souk } from '../support/command-line.js';
import { EndedBeforeListening, ServerProcess, SOURCES } from '../support/server-process.js';
import { TlsServer } from '../support/tls-server.js';
import { until } from '../support/until.js';

const { authority, other, server: valid, expired, client, clientKey } = CERTIFICATE_FILES;
const CA = `sslrootcert=${authority}`;
const ENCRYPTED_ONLY = 'hostssl all souk all scram-sha-256';
const PLAIN_ONLY = 'hostnossl all souk all scram-sha-256';
const WITH_CERTIFICATE = 'hostssl all souk all scram-sha-256 clientcert=verify-full';

describe('connections to a PostgreSQL with TLS', () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => void warnings.push(warning);
  let server: TlsServer;

  beforeAll(async () => {
    server = await TlsServer.start();
    process.on('warning', note);
  });
  afterAll(async () => {
    process.off('warning', note);
    await server.close();
  });

  /** Whether a connection is encrypted, or the sentence for whoever starts a shop there. */
  async function tried(parameters: string, host?: string): Promise<unknown> {
    try {
      return await withClient(server.url(parameters && `?${parameters}`, host), async (db) => {
        const sql = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()';
        return (await db.query<{ ssl: boolean }>(sql)).rows[0]?.ssl;
      });
    } catch (error) {
      expect([error, isDatabaseUnavailable(error)]).toEqual([error, !isRefusal(error)]);
      return failureSentence(error);
    }
  }

  const isRefusal = (error: unknown) => (error as { code?: string }).code === '28000';

  it.each([
    ['', false],
    ['sslmode=disable', false],
    ['sslmode=allow', false],
    ['sslmode=prefer', true],
    ['sslmode=require', true],
    [`sslmode=require&${CA}`, true],
    [`sslmode=verify-ca&${CA}`, true],
    [`sslmode=verify-full&${CA}`, true],
    [CA, true],
    [`sslmode=verify-full&${CA}&sslnegotiation=direct`, true],
    [
      `sslmode=verify-full&sslrootcert=${other}`,
      /^The certificate of the database server localhost is of an authority that is not trusted \(.+\); name the file with the certificate of its authority in DATABASE_CA_FILE\.$/,
    ],
    ['sslmode=verify-full', /is of an authority that is not trusted/],
    [`sslmode=require&sslrootcert=${other}`, /is of an authority that is not trusted/],
    [`sslmode=prefer&sslrootcert=${other}`, false],
  ])('with a certificate of its own authority: %s', async (parameters, outcome) => {
    await server.use({ certificate: valid });
    expectOutcome(await tried(parameters), outcome);
  });

  it.each([
    [
      `sslmode=verify-full&${CA}`,
      /^The certificate of the database server is not for the name 127\.0\.0\.1 \(.+\); use a name in the address that the certificate has, or set sslmode=verify-ca, which checks no name\.$/,
    ],
    [`sslmode=verify-ca&${CA}`, true],
    ['sslmode=require', true],
  ])('by a name that the certificate has not: %s', async (parameters, outcome) => {
    await server.use({ certificate: valid });
    expectOutcome(await tried(parameters, '127.0.0.1'), outcome);
  });

  it.each([
    [
      `sslmode=verify-full&${CA}`,
      /^The certificate of the database server localhost, or of its authority, is not valid now \(certificate has expired\); renew it, or set the clock of this machine right\.$/,
    ],
    [`sslmode=verify-ca&${CA}`, /is not valid now/],
    ['sslmode=require', true],
  ])('with a certificate that has expired: %s', async (parameters, outcome) => {
    await server.use({ certificate: expired });
    expectOutcome(await tried(parameters), outcome);
  });

  it.each([
    [
      'sslmode=require',
      /^The database server localhost takes no encrypted connections, which sslmode asks for; set ssl = on there, or set sslmode=disable if nobody can listen on the way\.$/,
    ],
    [`sslmode=verify-full&${CA}`, /takes no encrypted connections/],
    ['sslmode=prefer', false],
    ['sslmode=allow', false],
    ['', false],
  ])('without TLS: %s', async (parameters, outcome) => {
    await server.use({ certificate: undefined });
    expectOutcome(await tried(parameters), outcome);
  });

  it.each([
    [
      '',
      ENCRYPTED_ONLY,
      /^The database takes no unencrypted connection of this user \(.+, no encryption\); set DATABASE_CA_FILE, or sslmode in DATABASE_URL and DATABASE_DIRECT_URL, or allow it in pg_hba\.conf\.$/,
    ],
    ['sslmode=allow', ENCRYPTED_ONLY, true],
    ['sslmode=prefer', ENCRYPTED_ONLY, true],
    ['sslmode=prefer', PLAIN_ONLY, false],
    [
      'sslmode=require',
      PLAIN_ONLY,
      /^The database lets no such user in from here \(.+, SSL encryption\); add an entry to its pg_hba\.conf, or correct/,
    ],
    [
      'sslmode=require',
      WITH_CERTIFICATE,
      /^The database asks for a certificate of its user \(.+\); name it and its key by sslcert and sslkey in DATABASE_URL and DATABASE_DIRECT_URL\.$/,
    ],
    [`sslmode=require&sslcert=${client}&sslkey=${clientKey}`, WITH_CERTIFICATE, true],
    [
      `sslmode=require&sslcert=${client}&sslkey=${CERTIFICATE_FILES.serverKey}`,
      WITH_CERTIFICATE,
      /^An encrypted connection to the database server localhost fails \(.+\); look into its log, .+\.$/,
    ],
  ])('%s where pg_hba.conf has %s', async (parameters, allowed, outcome) => {
    await server.use({ certificate: valid, allowed });
    expectOutcome(await tried(parameters), outcome);
  });

  it('are no warnings of the driver or of Node', () => {
    expect(warnings).toEqual([]);
  });

  it('are encrypted, all those of a server and of commands, when DATABASE_CA_FILE is set', async () => {
    await server.use({ certificate: valid, allowed: ENCRYPTED_ONLY });
    const url = server.url();
    const settings = { DATABASE_URL: url, DATABASE_REPLICA_URL: url, DATABASE_CA_FILE: authority };
    const shop = await ServerProcess.start(settings);
    try {
      expect((await fetch(`${shop.baseUrl}/health/ready`)).status).toBe(200);
      await until(async () => (await namesOf()).includes('souk revisions'));
      expect(await namesOf('NOT ssl')).toEqual([]);
      expect(await souk(settings, 'account', 'list')).toMatchObject({ code: 0, err: '' });
    } finally {
      await shop.stop();
    }
    expect(await shop.said).toBe('');
  });

  it('that fail are one sentence of a server, and of a command', async () => {
    await server.use({ certificate: valid });
    const settings = { DATABASE_URL: server.url(), DATABASE_CA_FILE: other };
    const sentence = /^The certificate of the database server localhost is of an authority .+\.\n$/;

    const ended = await ServerProcess.start(settings).catch((error: unknown) => error);
    if (ended instanceof ServerProcess) await ended.stop();
    expect(ended).toBeInstanceOf(EndedBeforeListening);
    expect((ended as EndedBeforeListening).message.replace(/^.*listened: /, '')).toMatch(sentence);
    const { code, err } = await souk(settings, 'account', 'list');
    expect([code, err]).toEqual([1, expect.stringMatching(sentence)]);
    // It prepares no schema, so the first to connect is Nest, which logs what it throws.
    const args = [...SOURCES.args.slice(0, -1), 'src/cli.ts', 'doctor'];
    const doctor = spawn(process.execPath, args, { env: { PATH: process.env.PATH, ...settings } });
    expect(await text(doctor.stderr)).toMatch(sentence);
  });

  /** What the connections of a shop call themselves, without the release. */
  async function namesOf(condition = 'ssl'): Promise<unknown[]> {
    const rows = await server.query(
      `SELECT regexp_replace(application_name, ' \\d.*', '') AS name
       FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE usename = 'souk' AND ${condition}`,
    );
    return rows.map(({ name }) => name);
  }
});

function expectOutcome(found: unknown, outcome: unknown): void {
  if (outcome instanceof RegExp) expect(found).toMatch(outcome);
  else expect(found).toBe(outcome);
}
