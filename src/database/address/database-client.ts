import { Client, type ClientConfig } from 'pg';
import type { DatabaseAddress, OpenConnection } from './database-address.js';
import { tlsError, useTls } from './database-tls.js';
import { readServerState, type ServerState } from './server-state.js';

export interface DatabaseClientConfig extends ClientConfig {
  readonly address: DatabaseAddress;
}

declare module 'pg' {
  interface Client {
    /** The parameters of the start-up message. */
    getStartupConf(): Readonly<Record<string, string>>;
  }
}

/**
 * Of every session, whatever database and role are set to: the driver reads times of this style only. A pooler in
 * transaction mode keeps these two for each client, but refuses others. It compares their texts, so they are spelled as
 * the server does; else it would set them again before each transaction.
 */
const SESSION_SETTINGS = { DateStyle: 'ISO, MDY', TimeZone: 'UTC' };

type Connected = ((error: Error) => void) | ((error: null, client: Client) => void);

/**
 * A connection to the host of an address that is to be used now. It is refused when its server does not fit, and
 * closed as soon as the address leads to another server.
 */
export class DatabaseClient extends Client implements OpenConnection {
  server: ServerState | undefined;
  private readonly address: DatabaseAddress;

  constructor(config: DatabaseClientConfig) {
    super({ ...config, connectionString: config.address.url });
    this.address = config.address;
    // Whoever uses the connection may add its own listener too late. The next statement fails, too.
    this.on('error', () => undefined);
  }

  override connect(): Promise<Client>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<Client> | undefined {
    const opened = this.open();
    if (!callback) return opened;
    const done = callback as (error: unknown, client?: Client) => void;
    opened.then(() => {
      done(null, this);
    }, done);
    return undefined;
  }

  drop(): void {
    this.connection.stream.destroy(
      new Error('connection terminated: the address leads to another server'),
    );
  }

  override getStartupConf(): Readonly<Record<string, string>> {
    return { ...super.getStartupConf(), ...SESSION_SETTINGS };
  }

  private async open(): Promise<Client> {
    try {
      const { host, port, ssl } = await this.address.hostToUse();
      [this.host, this.port] = [host, port];
      useTls(this, ssl);
      await super.connect();
      this.address.connections.add(this);
      this.once('end', () => this.address.connections.delete(this));
      if (this.address.mayFailOver) await this.askServer();
      return this;
    } catch (error) {
      this.address.forgetChoice();
      this.end().catch(() => undefined);
      throw tlsError(error, this.host);
    }
  }

  private async askServer(): Promise<void> {
    const server = await readServerState(this);
    this.address.check(server);
    this.server = server;
  }
}
