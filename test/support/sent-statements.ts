import { AsyncLocalStorage } from 'node:async_hooks';
import type { Server } from 'node:http';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner.js';

/** A statement with the parameters that it was sent with. */
export interface SentStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** What begins a read; what begins a transaction or sets its limits reads nothing. */
const READS = /^\s*(?:SELECT|WITH)\b/i;

type Query = typeof PostgresQueryRunner.prototype.query;

/**
 * Records the reads that this process sends, of chosen work alone: what jobs send meanwhile is left out. Whoever makes
 * one has to end it, since it replaces a method of TypeORM for the whole process.
 */
export class SentStatements {
  private readonly recorded = new AsyncLocalStorage<SentStatement[]>();
  private readonly query = Reflect.get<typeof PostgresQueryRunner.prototype, 'query'>(
    PostgresQueryRunner.prototype,
    'query',
  );
  private ofRequests: SentStatement[] = [];

  constructor() {
    const { recorded, query } = this;
    PostgresQueryRunner.prototype.query = function (this: PostgresQueryRunner, ...sent) {
      const [sql, parameters] = sent;
      const values = Array.isArray(parameters) ? (parameters as unknown[]) : [];
      if (READS.test(sql)) recorded.getStore()?.push({ sql, parameters: values });
      return query.apply(this, sent);
    } as Query;
  }

  /** The reads of the work. */
  async of(work: () => Promise<unknown>): Promise<readonly SentStatement[]> {
    const sent: SentStatement[] = [];
    await this.recorded.run(sent, work);
    return sent;
  }

  /** Records the requests of a server from now on. */
  listenTo(server: Server): void {
    server.prependListener('request', () => {
      this.recorded.enterWith(this.ofRequests);
    });
  }

  /** The reads of requests since it was called last. */
  take(): readonly SentStatement[] {
    return this.ofRequests.splice(0);
  }

  end(): void {
    PostgresQueryRunner.prototype.query = this.query;
  }
}
