import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from 'pino';
import { loggableError } from '../../common/logger.js';
import { sqlState } from '../database-errors.js';
import { READ_REVISIONS, REVISION_CHANNEL, type Revisions } from './revisions.js';

/** The revisions are read this often without any hint, in milliseconds; it is also the heartbeat. */
const POLLING = 300;
/** A heartbeat that takes longer means that the connection is dead, in milliseconds. */
const HEARTBEAT_WAIT = 1_000;
const CONNECTION_WAIT = 2_000;
const RECONNECTION_PAUSE = 200;
/** Who has been refused does not fill the server's log with more of it; milliseconds. */
const REFUSED_PAUSE = 10_000;
/** Wrong password, no such login, no such database, no right to connect or to read. */
const REFUSALS = new Set(['28P01', '28000', '3D000', '42501']);

const REFUSED =
  'the server of DATABASE_DIRECT_URL refuses the user of DATABASE_URL, so changes of the shop are seen up to a second late; let that user log in there, too';

export type RevisionReport = (revisions: Revisions) => void;

/**
 * Reads the revisions on a connection of its own: at once when a change is announced, else at intervals. The
 * announcement is a hint that may get lost; what is read is the truth.
 */
export class RevisionListener {
  private readonly stopping = new AbortController();
  private ended: Promise<void> | undefined;
  private wake = new AbortController();
  private troubled = false;

  constructor(
    private readonly url: string,
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
        await pause(refused ? REFUSED_PAUSE : RECONNECTION_PAUSE, this.stopping.signal);
      } finally {
        // A dead connection may never say that it has ended.
        client.end().catch(() => undefined);
      }
    }
  }

  private async readOn(client: Client): Promise<void> {
    while (!this.stopping.signal.aborted) {
      // Before the reading: an announcement that comes during it asks for another one.
      this.wake = new AbortController();
      const at = performance.now();
      const { rows } = await client.query<Revisions>(READ_REVISIONS);
      if (rows[0]) this.report({ ...rows[0], at });
      this.noteRecovery();
      await pause(POLLING, this.wake.signal);
    }
  }

  private client(): Client {
    const client = new Client({
      connectionString: this.url,
      application_name: 'souk revisions',
      connectionTimeoutMillis: CONNECTION_WAIT,
      query_timeout: HEARTBEAT_WAIT,
      keepAlive: true,
    });
    client.on('notification', () => {
      this.wake.abort();
    });
    // The next heartbeat finds it out, too; here it is only faster.
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
