import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf } from '../../chaos/server.js';
import { CHAOS_SETTINGS } from '../../chaos/shop/chaos-shop.js';
import { serverOf } from '../../support/other-server.js';
import { throughLine } from '../../support/line.js';
import { EndedBeforeListening, ServerProcess } from '../../support/server-process.js';
import { FaultLine } from './fault-line.js';
import type { Door } from './client-program.js';
import type { JudgedDatabase } from './judged-database.js';

const SETTINGS = {
  ...CHAOS_SETTINGS,
  SENTINEL_INTERVAL: '5',
  // The receiver of webhooks and the supplier are on this machine.
  WEBHOOK_ALLOW_PRIVATE: 'on',
};
const STARTS = 5;
const RESTART_DELAY_MS = 1_000;
/** Where nothing listens, until the server does. */
const NOWHERE = { host: '127.0.0.1', port: 9 };

/** The extension that acts by `Shop`, with the package of the judged checkout; empty where that has no `Shop`. */
export function actingExtension(folder: string): string {
  const path = join(folder, 'test/judge/run/acting-extension.mjs');
  return existsSync(path) ? path : '';
}

/** Which server is judged. */
export interface JudgedProgram {
  /** The checkout whose built server it is. */
  readonly folder: string;
  /** Called with each line of its log at level error. */
  readonly onErrorLine: (line: string) => void;
}

interface InstanceLines {
  readonly clients: FaultLine;
  readonly pool: FaultLine;
  readonly direct: FaultLine;
}

/** A built server behind a fault line, which reaches its database by two others. */
export class JudgedInstance {
  /** How often it ended although nobody had ended it. */
  endedByItself = 0;
  private server: ServerProcess | undefined;

  private constructor(
    readonly name: string,
    private readonly program: JudgedProgram,
    private readonly database: Pick<JudgedDatabase, 'url' | 'directUrl'>,
    private readonly lines: InstanceLines,
  ) {
    // No server outlives a run that fails.
    process.once('exit', () => {
      if (this.server) process.kill(this.server.pid, 'SIGKILL');
    });
  }

  static async start(
    name: string,
    program: JudgedProgram,
    database: Pick<JudgedDatabase, 'url' | 'directUrl'>,
  ): Promise<JudgedInstance> {
    const target = serverOf(database.url);
    const lines = {
      clients: await FaultLine.to(NOWHERE),
      pool: await FaultLine.to(target),
      direct: await FaultLine.to(target),
    };
    const instance = new JudgedInstance(name, program, database, lines);
    await instance.begin();
    return instance;
  }

  get clients(): FaultLine {
    return this.lines.clients;
  }

  /** Of the pool, and the one on which it hears of changes. */
  get databaseLines(): readonly [pool: FaultLine, direct: FaultLine] {
    return [this.lines.pool, this.lines.direct];
  }

  get door(): Door {
    return { name: this.name, port: this.clients.line.port };
  }

  /** Starts the server; tries again where its database was out of reach. */
  async begin(): Promise<void> {
    for (let start = 1; ; start++) {
      try {
        this.follow(await this.startServer());
        return;
      } catch (error) {
        if (!(error instanceof EndedBeforeListening) || start === STARTS) throw error;
        await sleep(RESTART_DELAY_MS);
      }
    }
  }

  /** Ends the server, and resolves when it has ended. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const { server } = this;
    this.server = undefined;
    await server?.stop(signal);
  }

  /** Suspends the process. @returns what has it go on */
  suspend(): () => void {
    const { server } = this;
    const goOn = (): void => {
      process.off('exit', goOn);
      if (server && server === this.server) process.kill(server.pid, 'SIGCONT');
    };
    process.once('exit', goOn);
    if (server) process.kill(server.pid, 'SIGSTOP');
    return goOn;
  }

  async close(): Promise<void> {
    await this.end('SIGTERM');
    await Promise.all(Object.values<FaultLine>({ ...this.lines }).map((line) => line.close()));
  }

  private startServer(): Promise<ServerProcess> {
    const addresses = addressOf({
      url: throughLine(this.database, this.lines.pool.line).url,
      directUrl: throughLine(this.database, this.lines.direct.line).directUrl,
    });
    const { folder, onErrorLine } = this.program;
    const program = { folder, args: ['dist/main.js'] };
    const settings = { ...SETTINGS, ...addresses, SOUK_EXTENSIONS: actingExtension(folder) };
    return ServerProcess.start(settings, program, onErrorLine);
  }

  private follow(server: ServerProcess): void {
    this.server = server;
    this.clients.line.leadTo({ host: '127.0.0.1', port: Number(new URL(server.baseUrl).port) });
    void server.ended.then((code) => {
      if (this.server !== server) return;
      this.server = undefined;
      this.endedByItself += 1;
      this.program.onErrorLine(`the server ended by itself with ${code ?? 'a signal'}`);
      this.begin().catch((error: unknown) => {
        this.program.onErrorLine(`the server did not start again: ${String(error)}`);
      });
    });
  }
}
