import { configFor, type Settings, type SoukConfig } from '../config/souk-config.js';
import { loadSecretKeys, startEmbeddedPostgres } from './embedded/index.js';

/** The database that the settings name, and the configuration that goes with it. */
export interface DatabaseServer {
  readonly config: SoukConfig;
  /** True for the database that Souk brings along. */
  readonly embedded: boolean;
  /** Call after every pool has closed. A server of one's own is left alone. */
  stop(): Promise<void>;
}

/**
 * Opens DATABASE_URL, or starts (or joins) the embedded PostgreSQL of the data folder.
 * @param watch starts the embedded one again when it dies, until `stop`.
 * @throws an error of one plain sentence when there is none.
 */
export async function openDatabaseServer(
  settings: Settings,
  log: (line: string) => void,
  watch = false,
): Promise<DatabaseServer> {
  if (settings.DATABASE_URL !== undefined) {
    const config = configFor(settings, undefined);
    return { config, embedded: false, stop: () => Promise.resolve() };
  }
  const dataDir = settings.SOUK_DATA_DIR;
  const secretKeys = await loadSecretKeys(dataDir, log);
  const server = await startEmbeddedPostgres({ dataDir, log, watch });
  const [url, directUrl] = [local(server.url), local(server.directUrl)];
  return {
    config: configFor(settings, { url, directUrl, secretKeys }),
    embedded: true,
    stop: () => server.stop(),
  };
}

/** Standard variables such as PGSSLMODE are meant for other servers. */
function local(url: string): string {
  return `${url}?sslmode=disable`;
}
