import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PidNamespace } from '../support/pid-namespace.js';

const PROGRAM = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
/** The log entry once it listens, or the sentence of the embedded database with which a start ends. */
const OUTCOME = /"listening":|^(PostgreSQL|Processes|The data folder|Another (container|Souk)) /;

/** The built server on a data folder, in a PID namespace where it is not process 1. */
export class NamespacedSouk {
  private namespace = PidNamespace.open();
  private readonly pidFile: string;

  constructor(private readonly dataDir: string) {
    this.pidFile = join(dataDir, 'postgres', 'postmaster.pid');
  }

  /** @returns undefined once it listens, or the sentence with which it refused to start. */
  async start(): Promise<string | undefined> {
    const settings = { SOUK_DATA_DIR: this.dataDir, PORT: '0', HOST: '127.0.0.1' };
    const environment = Object.entries({
      PATH: process.env.PATH,
      ...settings,
      SHUTDOWN_DELAY: '0',
    });
    const command = ['env', '-i', ...environment.map(([name, value]) => `${name}=${value ?? ''}`)];
    const line = await this.namespace.start(
      [...command, process.execPath, '--no-warnings', PROGRAM],
      (each) => OUTCOME.test(each),
    );
    return line.startsWith('{') ? undefined : line;
  }

  /** Stops it in order, and its PostgreSQL with it. */
  stop(): Promise<void> {
    return this.namespace.stopStarted();
  }

  killSouk(): Promise<void> {
    return this.namespace.killStarted();
  }

  /** Kills the first process of PostgreSQL; its others notice that and end. */
  killPostgres(): Promise<void> {
    return this.namespace.killNamedIn(this.pidFile);
  }

  killBoth(): Promise<void> {
    return this.namespace.killStarted(this.pidFile);
  }

  /** Kills every process of the namespace. The next start is in a new one. */
  async killNamespace(): Promise<void> {
    await this.end();
    this.namespace = PidNamespace.open();
  }

  end(): Promise<void> {
    return this.namespace.end();
  }
}
