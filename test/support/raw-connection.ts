import { connect, type Socket } from 'node:net';

/** A TCP client that writes given bytes, and reads only after `read` was called. */
export class RawConnection {
  private readonly closed: Promise<void>;
  private received = '';

  private constructor(private readonly socket: Socket) {
    this.closed = new Promise((resolve) => {
      socket.once('close', () => {
        resolve();
      });
    });
    // A reset by the server counts as its end.
    socket.on('error', () => undefined);
  }

  /** Connected, and not reading yet. */
  static async open(baseUrl: string): Promise<RawConnection> {
    const { hostname, port } = new URL(baseUrl);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    await new Promise((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    return new RawConnection(socket);
  }

  /** @param bytes a character for each byte. */
  write(bytes: string): void {
    this.socket.write(bytes, 'latin1');
  }

  /** Sends no more, and goes on reading. */
  end(): void {
    this.socket.end();
  }

  /** Reads from now on. */
  read(): void {
    this.socket.setEncoding('latin1').on('data', (chunk: string) => {
      this.received += chunk;
    });
    this.socket.once('end', () => this.socket.end());
  }

  /** What has been read so far. */
  get text(): string {
    return this.received;
  }

  /** All that the server sent before it ended the connection. */
  async untilClosed(): Promise<string> {
    this.read();
    await this.closed;
    return this.text;
  }

  destroy(): void {
    this.socket.destroy();
  }
}
