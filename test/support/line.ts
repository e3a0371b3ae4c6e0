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

/** Data of which a part arrives before the connection is cut. */
export interface Part {
  readonly arrivingBytes: number;
}

/** What becomes of data: it is passed on (false), its connection is cut instead (true), or something between. */
export type Verdict = boolean | Delay | Part;

/** Where data goes to. */
export type Direction = 'toServer' | 'toClient';

/** Decides about the data of one connection. */
export interface Watch {
  /** Sees what goes to the server. */
  toServer(chunk: Buffer): Verdict;
  /** Sees what comes back. */
  toClient(chunk: Buffer): Verdict;
}

/** Where connections lead to. */
interface Target {
  readonly host: string;
  readonly port: number;
}

const BOTH: readonly Direction[] = ['toServer', 'toClient'];

/** A TCP proxy whose connections can be cut: one at a moment that a watch picks, or all. */
export class Line {
  /** Makes the watch of each new connection. */
  watch: () => Watch = () => ({ toServer: () => false, toClient: () => false });
  private down = false;
  private readonly held = new Set<Direction>();
  /** With the direction of what comes from it. */
  private readonly sockets = new Map<Socket, Direction>();

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

  /**
   * Transfers nothing until `letGo`, with all connections open: both ends wait.
   * @param directions the other one is transferred.
   */
  hold(...directions: readonly Direction[]): void {
    for (const direction of directions.length > 0 ? directions : BOTH) this.held.add(direction);
    for (const [socket, direction] of this.sockets) if (this.held.has(direction)) socket.pause();
  }

  /** Transfers again, beginning with what was sent in the meantime. */
  letGo(): void {
    this.held.clear();
    for (const socket of this.sockets.keys()) socket.resume();
  }

  /** Cuts what is open now. */
  cut(): void {
    for (const socket of this.sockets.keys()) socket.destroy();
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
    this.join(client, server, 'toServer', watch);
    this.join(server, client, 'toClient', watch);
  }

  /** Passes on what comes from one end until it ends, breaks, or is to be cut; then both ends are closed. */
  private join(from: Socket, to: Socket, direction: Direction, watch: Watch): void {
    let delayed = false;
    this.sockets.set(from, direction);
    from.setNoDelay(true);
    from.on('data', (chunk) => {
      const verdict = watch[direction](chunk);
      if (typeof verdict === 'object' && 'arrivingBytes' in verdict) {
        to.write(chunk.subarray(0, verdict.arrivingBytes));
        from.destroy();
      } else if (typeof verdict === 'object') {
        delayed = true;
        void deliverLate(chunk, from, to, verdict);
      } else if (verdict) {
        from.destroy();
        to.destroy();
      } else if (!to.destroyed) {
        to.write(chunk);
      }
    });
    if (this.held.has(direction)) from.pause();
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
