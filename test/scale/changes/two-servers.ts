import { addressOf, startServer } from '../../chaos/server.js';
import type { CatalogInstance } from '../../support/catalog-changes/changes-reader.js';
import { HttpClient } from '../../support/http-client.js';
import type { ServerProcess } from '../../support/server-process.js';
import type { TestDatabase } from '../../support/test-database.js';

/** Both write the same addresses of images. */
const BASE_URL = 'https://shop.example';

interface Running {
  readonly server: ServerProcess;
  readonly client: HttpClient;
}

/** Two built servers on one database. */
export class TwoServers {
  /** Environment variables of the servers that are started from now on. */
  settings: Record<string, string> = {};
  readonly instances: readonly CatalogInstance[] = [0, 1].map((index) => ({
    send: (token, route) => this.at(index).client.send(`/client/api/${route}`, { token }),
  }));
  private readonly running: Running[] = [];

  private constructor(private readonly db: TestDatabase) {}

  static async on(db: TestDatabase): Promise<TwoServers> {
    const servers = new TwoServers(db);
    for (const index of servers.instances.keys()) await servers.start(index);
    return servers;
  }

  /** Ends a server and starts another one on the same database. */
  async restart(index: number, signal: NodeJS.Signals): Promise<void> {
    await this.end(index, signal);
    await this.start(index);
  }

  /** @returns their exit codes. */
  stop(): Promise<(number | null)[]> {
    return Promise.all([...this.running.keys()].map((index) => this.end(index, 'SIGTERM')));
  }

  private async start(index: number): Promise<void> {
    const server = await startServer({ ...addressOf(this.db), BASE_URL, ...this.settings });
    // A drill that is interrupted leaves no server behind.
    process.once('exit', () => void server.stop('SIGKILL'));
    this.running[index] = { server, client: new HttpClient(server.baseUrl) };
  }

  private async end(index: number, signal: NodeJS.Signals): Promise<number | null> {
    const { server, client } = this.at(index);
    const code = await server.stop(signal);
    client.close();
    return code;
  }

  private at(index: number): Running {
    const running = this.running[index];
    if (!running) throw new Error(`server ${index} was never started`);
    return running;
  }
}
