import { presentVersion, type BuiltVersion } from '../../bench/git-version.js';
import { addressOf, startServer } from '../chaos/server.js';
import { freePort, isPortFree } from '../support/free-port.js';
import type { ServerProcess } from '../support/server-process.js';
import type { TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

/** What becomes of an instance. */
export interface Replacement {
  /** That ends it. */
  readonly signal?: NodeJS.Signals;
  /** Of the next one; the same when left out. */
  readonly version?: BuiltVersion;
}

/** An instance behind a proxy, with the default of SHUTDOWN_DELAY, always on the same port. */
export class ReplacedInstance {
  private constructor(
    private readonly serve: (version: BuiltVersion) => Promise<ServerProcess>,
    readonly port: number,
    private version: BuiltVersion,
    private server: ServerProcess,
  ) {}

  /** @param version this checkout when left out. @param given settings besides */
  static async start(
    db: TestDatabase,
    version?: BuiltVersion,
    given: Record<string, string> = {},
  ): Promise<ReplacedInstance> {
    const port = await freePort();
    const first = version ?? (await presentVersion());
    const settings = {
      ...addressOf(db),
      PORT: String(port),
      TRUST_PROXY: 'loopback',
      // An empty variable counts as unset.
      SHUTDOWN_DELAY: '',
      ...given,
    };
    const serve = ({ folder }: BuiltVersion) => startServer(settings, undefined, folder);
    return new ReplacedInstance(serve, port, first, await serve(first));
  }

  get pid(): number {
    return this.server.pid;
  }

  /** Resolves when the next one listens. @returns faults */
  async replace({ signal = 'SIGTERM', version = this.version }: Replacement = {}): Promise<
    string[]
  > {
    const code = await this.server.stop(signal);
    // The workers of a primary process that was killed end by themselves, a moment later.
    await until(() => isPortFree(this.port));
    this.version = version;
    this.server = await this.serve(version);
    const isFault = signal === 'SIGTERM' && code !== 0;
    return isFault ? [`an instance ended with ${code ?? 'a signal'}`] : [];
  }

  stop(): Promise<number | null> {
    return this.server.stop();
  }
}
