import { resolve } from 'node:path';
import { tlsAttempts, tlsOptions, TLS_PARAMETERS } from '../common/postgres-tls.js';
import { parsePostgresUrl } from '../common/postgres-url.js';
import { fileText } from '../common/setting-file.js';
import { VARIABLES, type Variable } from './variables.js';

type ValueOf<Name extends keyof typeof VARIABLES> = (typeof VARIABLES)[Name]['default'];

/** The values of all variables; each property has the name of its variable. */
export type Settings = { readonly [Name in keyof typeof VARIABLES]: ValueOf<Name> };

/** The settings with all addresses resolved: what the server and the commands work with. */
export interface SoukConfig extends Settings {
  readonly DATABASE_URL: string;
  readonly DATABASE_DIRECT_URL: string;
  readonly HOST: string;
  readonly BASE_URL: string;
  readonly SHUTDOWN_DELAY: number;
  /** The newest first: those of the variable, then that of the embedded database. */
  readonly SECRET_KEYS: Buffer[];
  /** The file with the secret keys of the embedded database; undefined with a DATABASE_URL. */
  readonly secretKeyFile: string | undefined;
  /** The folder of the embedded database; undefined with a DATABASE_URL. */
  readonly embeddedDataDir: string | undefined;
  /** False with the embedded database: its address never leads to another server. */
  readonly databaseMayFailOver: boolean;
  /** The folder of the nightly backups; undefined where none are made. */
  readonly backupDir: string | undefined;
}

/** Injection token of the SoukConfig. */
export const CONFIG = Symbol('config');

/** More than what haproxy's defaults need to see that an instance is not ready: three checks, one every two seconds. */
const SHUTDOWN_DELAY_SECONDS = 8;
/** With the embedded database there is no other instance that could take over. */
const EMBEDDED_SHUTDOWN_DELAY_SECONDS = 1;

/** A variable that cannot be used; the message is one sentence that names it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads and checks every variable. An empty one counts as unset.
 * @throws ConfigError that names the first wrong variable and what it must be.
 */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const entries = Object.entries<Variable<unknown>>(VARIABLES).map(([name, variable]) => {
    const given = givenText(environment, name, variable.isSecret);
    return [name, given === '' ? variable.default : valueOf(name, variable.read, given)];
  });
  const settings = Object.fromEntries(entries) as Settings;
  return { ...settings, ...withTls(settings, environment) };
}

/** The variables that one is read from: that of a secret may be in a file, as Docker and Kubernetes hand it over. */
export function variablesOf(name: string, isSecret = false): string[] {
  return isSecret ? [name, `${name}_FILE`] : [name];
}

/**
 * The text of a variable, or of the file that is named in its stead, without white space around it; empty where neither
 * is set.
 * @throws ConfigError
 */
export function givenText(environment: NodeJS.ProcessEnv, name: string, isSecret = false): string {
  const [, fileName = ''] = variablesOf(name, isSecret);
  const given = environment[name]?.trim() ?? '';
  const path = environment[fileName]?.trim() ?? '';
  if (path === '') return given;
  if (given === '') return valueOf(fileName, secretIn, path) as string;
  throw new ConfigError(`${name} and ${fileName} are both set; leave one of them out.`);
}

function secretIn(path: string): string {
  const text = fileText(path, 'a file').trim();
  if (text === '') throw new Error(`must name a file that is not empty; it names ${path}`);
  return text;
}

const ADDRESSES = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const;

/**
 * The addresses of the database, and behind what they say about TLS themselves, which comes first, what DATABASE_CA_FILE
 * and the variables of libpq, such as PGSSLMODE, say.
 * @throws ConfigError
 */
function withTls(settings: Settings, environment: NodeJS.ProcessEnv): Partial<Settings> {
  const ofLibpq = TLS_PARAMETERS.map((name) => [name, environment[`PG${name.toUpperCase()}`]]);
  const given = [['sslrootcert', settings.DATABASE_CA_FILE], ...ofLibpq].filter(
    ([, value]) => value,
  );
  const more = new URLSearchParams(given as string[][]).toString();
  const addresses = ADDRESSES.map((name) => {
    const url = settings[name];
    if (url === undefined) return [name, url];
    const whole = more === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${more}`;
    return [name, valueOf(name, checkedTls, whole)];
  });
  return Object.fromEntries(addresses) as Partial<Settings>;
}

function checkedTls(url: string): string {
  parsePostgresUrl(url).urls.flatMap(tlsAttempts).forEach(tlsOptions);
  return url;
}

/** The value of one variable. @throws ConfigError that names it */
export function valueOf(name: string, read: (text: string) => unknown, given: string): unknown {
  try {
    return read(given);
  } catch (error) {
    throw new ConfigError(`${name} ${error instanceof Error ? error.message : String(error)}.`);
  }
}

/** The connection strings of the embedded database's two roles, and the keys that encrypt its secrets. */
interface EmbeddedDatabase {
  readonly url: string;
  readonly directUrl: string;
  readonly dataDir?: string;
  readonly secretKeys?: { readonly path: string; readonly keys: readonly Buffer[] };
}

/** Resolves what depends on the database in use: the addresses and the secret keys. */
export function configFor(settings: Settings, embedded: EmbeddedDatabase | undefined): SoukConfig {
  const databaseUrl = settings.DATABASE_URL ?? embedded?.url;
  if (databaseUrl === undefined) throw new ConfigError('DATABASE_URL is not set.');
  const isEmbedded = settings.DATABASE_URL === undefined;
  return {
    ...settings,
    DATABASE_URL: databaseUrl,
    DATABASE_DIRECT_URL: embedded?.directUrl ?? settings.DATABASE_DIRECT_URL ?? databaseUrl,
    backupDir: backupDirOf(settings, isEmbedded ? embedded?.dataDir : undefined),
    // With the embedded database Souk is a trial on one machine: only HOST opens it to the network.
    HOST: settings.HOST ?? (isEmbedded ? '127.0.0.1' : '::'),
    BASE_URL: settings.BASE_URL ?? `http://localhost:${settings.PORT}`,
    SHUTDOWN_DELAY:
      settings.SHUTDOWN_DELAY ??
      (isEmbedded ? EMBEDDED_SHUTDOWN_DELAY_SECONDS : SHUTDOWN_DELAY_SECONDS),
    SECRET_KEYS: distinct([...settings.SECRET_KEYS, ...(embedded?.secretKeys?.keys ?? [])]),
    secretKeyFile: embedded?.secretKeys?.path,
    embeddedDataDir: embedded?.dataDir,
    databaseMayFailOver: !isEmbedded,
  };
}

function backupDirOf(
  { BACKUP_DIR: given }: Settings,
  dataDir: string | undefined,
): string | undefined {
  if (given === 'off') return undefined;
  if (given !== undefined) return resolve(given);
  return dataDir === undefined ? undefined : resolve(dataDir, 'backups');
}

function distinct(keys: readonly Buffer[]): Buffer[] {
  return keys.filter((key, index) => keys.findIndex((other) => other.equals(key)) === index);
}
