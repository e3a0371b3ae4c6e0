import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { loggableError } from '../../common/logger.js';
import { SOUK_VERSION } from '../../common/package-version.js';
import type { DatabaseAddress } from '../address/database-address.js';
import { DatabaseClient } from '../address/database-client.js';
import { DatabaseTlsError } from '../address/database-tls.js';
import { sqlState } from '../database-errors.js';
import { READ_REVISIONS, REVISION_CHANNEL, type Revisions } from './revisions.js';

/** How often the revisions are read without a notification; this is also the heartbeat. */
const POLL_INTERVAL_MS = 300;
/** A heartbeat that takes longer means that the connection is dead. */
const HEARTBEAT_TIMEOUT_MS = 1_000;
const CONNECTION_TIMEOUT_MS = 2_000;
const RECONNECT_DELAY_MS = 200;
/** Longer than the other one, because each refused login or certificate is a line in the database server's log. */
const REFUSED_DELAY_MS = 10_000;
/** Wrong password, no such login, no such database, no right to connect or to read. */
const REFUSALS = new Set(['28P01', '28000', '3D000', '42501']);

const REFUSED =
  'the server of DATABASE_DIRECT_URL refuses the user of DATABASE_URL, so changes of the shop are seen up to a second late; let that user log in there, too';

/** What releases called this connection that did not name themselves. */
export const FORMER_WATCH_NAME = 'souk revisions';

export type RevisionReport = (revisions: Revisions) => void;

/** What is asked on the listener's connection as often as the revisions, as long as somebody waits for the answer. */
export interface ListenerQuestion {
  /** Undefined while nobody waits. It must take few milliseconds, because the revisions are read after it. */
  readonly statement: () => { readonly text: string; readonly values: unknown[] } | undefined;
  readonly answer: (rows: readonly object[]) => void;
}

/**
 * Reads the revisions on a connection of its own, at once after a notification, and otherwise at intervals. A lost
 * notification only delays the next read.
 */
export class RevisionListener {
  question: ListenerQuestion | undefined;
  private readonly stopping = new AbortController();
  private ended: Promise<void> | undefined;
  private wake = new AbortController();
  private troubled = false;

  constructor(
    private readonly address: DatabaseAddress,
    private readonly report: RevisionReport,
    private readonly logger: Logger,
  ) {}

  start(): void {
    this.ended = this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.wake.abort();
    await this.ended;
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const client = this.client();
      try {
        await client.connect();
        await client.query(`LISTEN ${REVISION_CHANNEL}`);
        await this.readOn(client);
      } catch (error) {
        const refused = REFUSALS.has(sqlState(error) ?? '');
        this.noteTrouble(error, refused);
        const isLogged = refused || error instanceof DatabaseTlsError;
        await pause(isLogged ? REFUSED_DELAY_MS : RECONNECT_DELAY_MS, this.stopping.signal);
      } finally {
        // Not awaited, because a dead connection may never end.
        client.end().catch(() => undefined);
      }
    }
  }

  private async readOn(client: DatabaseClient): Promise<void> {
    /** When the question may be asked again. */
    let dueAt = -Infinity;
    while (!this.stopping.signal.aborted) {
      // Set before the read, so that a notification during the read causes another one.
      this.wake = new AbortController();
      await this.readRevisions(client);
      if (performance.now() >= dueAt && (await this.ask(client))) {
        dueAt = performance.now() + POLL_INTERVAL_MS;
      }
      // Notifications have the revisions read early, and must not delay the question.
      const untilDue = Math.ceil(dueAt - performance.now());
      await pause(untilDue > 0 ? untilDue : POLL_INTERVAL_MS, this.wake.signal);
    }
  }

  private async readRevisions(client: DatabaseClient): Promise<void> {
    const at = performance.now();
    const { rows } = await client.query<Revisions>(READ_REVISIONS);
    if (rows[0]) this.report({ ...rows[0], at });
    this.noteRecovery();
  }

  /** @returns false if there was nothing to ask. */
  private async ask(client: DatabaseClient): Promise<boolean> {
    const statement = this.question?.statement();
    if (!statement) return false;
    const { rows } = await client.query<object>(statement);
    if (rows.length === 0) return true;
    // Whoever is told of something then knows every change that was committed before it.
    await this.readRevisions(client);
    this.question?.answer(rows);
    return true;
  }

  private client(): DatabaseClient {
    const client = new DatabaseClient({
      address: this.address,
      application_name: `${FORMER_WATCH_NAME} ${SOUK_VERSION}`,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      query_timeout: HEARTBEAT_TIMEOUT_MS,
      keepAlive: true,
    });
    client.on('notification', () => {
      this.wake.abort();
    });
    // The next heartbeat would notice it, too, but later.
    client.on('error', () => {
      this.wake.abort();
    });
    return client;
  }

  private noteTrouble(error: unknown, refused: boolean): void {
    if (this.troubled || this.stopping.signal.aborted) return;
    this.troubled = true;
    this.logger.warn(
      { err: loggableError(error) },
      refused ? REFUSED : 'changes of the shop cannot be watched now',
    );
  }

  private noteRecovery(): void {
    if (!this.troubled) return;
    this.troubled = false;
    this.logger.info('changes of the shop are watched again');
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await wait(milliseconds, undefined, { signal }).catch(() => undefined);
}
