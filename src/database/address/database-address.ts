import { Client, DatabaseError } from 'pg';
import { sharedRead } from '../../common/shared-read.js';
import { tlsAttempts, withoutTls, type tlsOptions } from '../../common/postgres-tls.js';
import { parsePostgresUrl, type SessionTarget } from '../../common/postgres-url.js';
import { DatabaseTlsError, tlsError, tlsFor, useTls } from './database-tls.js';
import {
  chooseServer,
  fits,
  isSameServer,
  readServerState,
  type ServerState,
} from './server-state.js';

/** How long a server may take to answer what it is. */
const ANSWER_TIMEOUT_MS = 2_000;
/** How long new connections use the host that was chosen last. */
const CHOICE_LIFETIME_MS = 5_000;

/** SQLSTATE of a write on a server that cannot be written. */
const READ_ONLY = '25006';

/** An open connection. */
export interface OpenConnection {
  /** What its server was when it was opened; undefined until that is known, and where it is not asked. */
  readonly server: ServerState | undefined;
  /** Closes it at once; running statements fail. */
  drop(): void;
}

export interface Host {
  readonly host: string;
  readonly port: number;
  readonly ssl: ReturnType<typeof tlsOptions>;
}

/** What a host said of its server, or why it said nothing. */
type Answer =
  | { readonly state: ServerState; readonly error?: never }
  | { readonly state?: never; readonly error: unknown };

/** What all hosts of an address have said at one time. */
export interface Survey {
  readonly answers: readonly Answer[];
  /** The place of the host to use; undefined when none fits. */
  readonly chosen: number | undefined;
}

/** SQLSTATE classes of a refused login: wrong password, no such role, no such database, no right to connect. */
const LOGIN_REFUSED = /^(28|3D|42501)/;

/** True when every host has refused the login, or TLS has failed; each time is a line in the log of its server. */
export function isRefused({ answers }: Survey): boolean {
  return answers.every(
    ({ error }) =>
      error instanceof DatabaseTlsError ||
      (error instanceof DatabaseError && LOGIN_REFUSED.test(error.code ?? '')),
  );
}

/** Where a database is reached, at one host or several, and the connections that are open there. */
export class DatabaseAddress {
  /** Of the first host, as the driver may see it: without what it says about TLS. */
  readonly url: string;
  readonly connections = new Set<OpenConnection>();
  private readonly urls: readonly string[];
  private readonly target: SessionTarget;
  private choice: { readonly place: number; readonly at: number } | undefined;
  private readonly sharedSurvey = sharedRead(() => this.survey());
  private newest: ServerState | undefined;

  /**
   * @param defaultTarget what a server must be where the connection string does not say it.
   * @param mayFailOver whether it may lead to another server one day; if not, no server is asked what it is.
   */
  constructor(
    url: string,
    defaultTarget: SessionTarget = 'read-write',
    readonly mayFailOver = true,
  ) {
    const { urls, target = defaultTarget } = parsePostgresUrl(url);
    this.url = withoutTls(urls[0]);
    this.urls = urls.flatMap(tlsAttempts);
    this.target = target;
  }

  /**
   * The host for a new connection.
   * @throws the error of a host when none can be used.
   */
  async hostToUse(): Promise<Host> {
    const [url = this.url, ...others] = this.urls;
    if (others.length === 0) return hostOf(url);
    const { choice } = this;
    const known = choice && performance.now() - choice.at < CHOICE_LIFETIME_MS;
    const place = known ? choice.place : await this.chosenNow();
    return hostOf(this.urls[place] ?? url);
  }

  /** Has the next connection choose its host anew, because this one could not be used. */
  forgetChoice(): void {
    this.choice = undefined;
  }

  /** @throws DatabaseError, that of a write on such a server, when it must not be used. */
  check(server: ServerState): void {
    if (!fits(this.target, server)) throw this.unfit();
  }

  /** Asks each host on a connection of its own what it is. */
  async survey(): Promise<Survey> {
    const answers = await Promise.all(this.urls.map(ask));
    const states = answers.map(({ state }) => state);
    const chosen = chooseServer(states, this.target, this.newest);
    if (chosen !== undefined) this.newest = states[chosen];
    this.choice = chosen === undefined ? undefined : { place: chosen, at: performance.now() };
    return { answers, chosen };
  }

  /**
   * Closes the connections to other servers than the chosen one. When none could be chosen, all are closed if every
   * host has answered; else nothing is known, and they stay.
   * @returns how many were closed.
   */
  closeOthers({ answers, chosen }: Survey): number {
    const present = chosen === undefined ? undefined : answers[chosen]?.state;
    if (!present && answers.some(({ state }) => !state)) return 0;
    const others = [...this.connections].filter(
      ({ server }) => server && !(present && isSameServer(server, present)),
    );
    for (const connection of others) connection.drop();
    return others.length;
  }

  private async chosenNow(): Promise<number> {
    const { answers, chosen } = await this.sharedSurvey();
    if (chosen !== undefined) return chosen;
    const errors = answers.flatMap(({ state, error }) => (state ? [] : [error]));
    if (errors.length < answers.length) throw this.unfit();
    // A server that refuses the login says more than one that cannot be reached.
    throw errors.find((error) => error instanceof DatabaseError) ?? errors[0];
  }

  private unfit(): DatabaseError {
    const error = new DatabaseError(
      `no server fits target_session_attrs=${this.target}`,
      0,
      'error',
    );
    error.code = READ_ONLY;
    return error;
  }
}

function hostOf(url: string): Host {
  // The driver parses it, because it reads the environment, too. It does not connect.
  const { host, port } = new Client({ connectionString: withoutTls(url) });
  return { host, port, ssl: tlsFor(url, host) };
}

async function ask(url: string): Promise<Answer> {
  const client = new Client({
    connectionString: withoutTls(url),
    application_name: 'souk watch',
    connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
  });
  // The statement that runs fails, too.
  client.on('error', () => undefined);
  try {
    useTls(client, tlsFor(url, client.host));
    await client.connect();
    return { state: await readServerState(client) };
  } catch (error) {
    return { error: tlsError(error, client.host) };
  } finally {
    // Not awaited, because a dead connection may never end.
    client.end().catch(() => undefined);
  }
}
