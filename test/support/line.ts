import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { TestDatabase } from './test-database.js';

/** Data that arrives only after its sender's connection was cut. */
export interface Delay {
  /** When it resolves, the sender's connection is cut. */
  readonly cut: Promise<unknown>;
  /** When it resolves, the data arrives. */
  readonly arrival: Promise<unknown>;
}

/** Decides about the data of one connection. */
export interface Watch {
  /** Sees what goes to the server; true cuts the connection instead of passing it on. */
  toServer(chunk: Buffer): boolean | Delay;
  /** Sees what comes back; true cuts the connection instead of passing it on. */
  toClient(chunk: Buffer): boolean | Delay;
}

/** Where connections lead to. */
interface Target {
  readonly host: string;
  readonly port: number;
}

/** A TCP proxy whose connections can be cut: one at a moment that a watch picks, or all. */
export class Line {
  /** Makes the watch of each new connection. */
  watch: () => Watch = () => ({ toServer: () => false, toClient: () => false });
  private down = false;
  private held = false;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private target: Target,
  ) {}

  static async to(target: Target): Promise<Line> {
    const server = createServer();
    const line = new Line(server, target);
    server.on('connection', (client) => {
      line.carry(client);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return line;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Cuts everything; no connection is taken until `repair`. */
  break(): void {
    this.down = true;
    this.cut();
  }

  /** Leads new connections to another server; existing ones go on. */
  leadTo(target: Target): void {
    this.target = target;
  }

  repair(): void {
    this.down = false;
  }

  /** Transfers nothing until `letGo`, with all connections open: both ends wait. */
  hold(): void {
    this.held = true;
    for (const socket of this.sockets) socket.pause();
  }

  /** Transfers again, beginning with what was sent in the meantime. */
  letGo(): void {
    this.held = false;
    for (const socket of this.sockets) socket.resume();
  }

  /** Cuts what is open now. */
  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
  }

  private carry(client: Socket): void {
    if (this.down) {
      client.destroy();
      return;
    }
    const server = connect({ ...this.target, noDelay: true });
    const watch = this.watch();
    this.join(client, server, (chunk) => watch.toServer(chunk));
    this.join(server, client, (chunk) => watch.toClient(chunk));
  }

  /** Passes on what comes from one end until it ends, breaks, or is to be cut; then both ends are closed. */
  private join(from: Socket, to: Socket, cuts: (chunk: Buffer) => boolean | Delay): void {
    let delayed = false;
    this.sockets.add(from);
    from.setNoDelay(true);
    from.on('data', (chunk) => {
      const verdict = cuts(chunk);
      if (typeof verdict === 'object') {
        delayed = true;
        void deliverLate(chunk, from, to, verdict);
      } else if (verdict) {
        from.destroy();
        to.destroy();
      } else if (!to.destroyed) {
        to.write(chunk);
      }
    });
    if (this.held) from.pause();
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.sockets.delete(from);
      // What was written to the other end before still arrives.
      if (!delayed) to.destroySoon();
    });
  }
}

async function deliverLate(
  chunk: Buffer,
  from: Socket,
  to: Socket,
  { cut, arrival }: Delay,
): Promise<void> {
  await cut;
  from.destroy();
  await arrival;
  to.write(chunk);
  to.destroySoon();
}

/** The addresses of a database, through a line. */
export function throughLine(
  { url, directUrl }: Pick<TestDatabase, 'url' | 'directUrl'>,
  line: Line,
): Pick<TestDatabase, 'url' | 'directUrl'> {
  const through = (address: string): string => {
    const detour = new URL(address);
    detour.hostname = '127.0.0.1';
    detour.port = String(line.port);
    return detour.href;
  };
  return { url: through(url), directUrl: through(directUrl) };
}
