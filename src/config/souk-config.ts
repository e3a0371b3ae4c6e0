import { VARIABLES } from './variables.js';

type ValueOf<Name extends keyof typeof VARIABLES> = (typeof VARIABLES)[Name]['default'];

/** The settings as read from the environment, one property a variable, named as the variable. */
export type Settings = { readonly [Name in keyof typeof VARIABLES]: ValueOf<Name> };

/** What the running server works with: the settings, with every address decided. */
export interface SoukConfig extends Settings {
  readonly DATABASE_URL: string;
  readonly DATABASE_DIRECT_URL: string;
  readonly HOST: string;
  readonly BASE_URL: string;
  /** The newest first: those of the variable, then the embedded shop's own. */
  readonly SECRET_KEYS: Buffer[];
  /** The file with the embedded shop's own secret keys; undefined with a DATABASE_URL. */
  readonly secretKeyFile: string | undefined;
}

/** Injection token of the SoukConfig. */
export const CONFIG = Symbol('config');

/** A variable that cannot be used; the message is one sentence that names it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads and checks every variable. An empty one counts as unset.
 * @throws ConfigError that names the first wrong variable and what it must be.
 */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const entries = Object.entries(VARIABLES).map(([name, { read, default: fallback }]) => {
    const given = environment[name]?.trim() ?? '';
    return [name, given === '' ? fallback : valueOf(name, read, given)];
  });
  return Object.fromEntries(entries) as Settings;
}

function valueOf(name: string, read: (text: string) => unknown, given: string): unknown {
  try {
    return read(given);
  } catch (error) {
    throw new ConfigError(`${name} ${error instanceof Error ? error.message : String(error)}.`);
  }
}

/** How the embedded database is reached by its two roles, and what its secrets are sealed under. */
interface EmbeddedDatabase {
  readonly url: string;
  readonly directUrl: string;
  readonly secretKeys?: { readonly path: string; readonly keys: readonly Buffer[] };
}

/** Decides what depends on which database is used: the addresses, and the secret keys. */
export function configFor(settings: Settings, embedded: EmbeddedDatabase | undefined): SoukConfig {
  const databaseUrl = settings.DATABASE_URL ?? embedded?.url;
  if (databaseUrl === undefined) throw new ConfigError('DATABASE_URL is not set.');
  return {
    ...settings,
    DATABASE_URL: databaseUrl,
    DATABASE_DIRECT_URL: embedded?.directUrl ?? settings.DATABASE_DIRECT_URL ?? databaseUrl,
    // The embedded shop is a trial on one's own machine: it is not shown to the network unless asked.
    HOST: settings.HOST ?? (settings.DATABASE_URL === undefined ? '127.0.0.1' : '::'),
    BASE_URL: settings.BASE_URL ?? `http://localhost:${settings.PORT}`,
    SECRET_KEYS: differentKeys([...settings.SECRET_KEYS, ...(embedded?.secretKeys?.keys ?? [])]),
    secretKeyFile: embedded?.secretKeys?.path,
  };
}

function differentKeys(keys: readonly Buffer[]): Buffer[] {
  return keys.filter((key, index) => keys.findIndex((other) => other.equals(key)) === index);
}

/** The environment of this process; nothing else in Souk looks at it. */
export function processEnvironment(): NodeJS.ProcessEnv {
  return process.env;
}
