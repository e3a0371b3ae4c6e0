import { Line, type Direction, type Verdict } from '../../support/line.js';

/** Chooses data in which a connection is cut. @param asked what its connection has last carried to the server */
export type Chosen = (chunk: Buffer, asked: Buffer) => boolean;

/** A cut that is to come. */
interface Cut {
  readonly direction: Direction;
  readonly chosen: Chosen;
  /** Of the chosen data, before the cut. */
  leftBytes: number;
  readonly done: () => void;
}

const NOTHING = Buffer.alloc(0);

/** A line whose connections can be cut at any byte, or be silent in one direction. */
export class FaultLine {
  private next: Cut | undefined;

  private constructor(readonly line: Line) {
    line.watch = () => {
      let asked: Buffer = NOTHING;
      return {
        toServer: (chunk) => {
          asked = chunk;
          return this.verdict('toServer', chunk, asked);
        },
        toClient: (chunk) => this.verdict('toClient', chunk, asked),
      };
    };
  }

  static async to(target: { readonly host: string; readonly port: number }): Promise<FaultLine> {
    return new FaultLine(await Line.to(target));
  }

  /**
   * Cuts the connection that carries the next chosen data after so many bytes of such data, of all connections. It
   * replaces a cut that has not come yet.
   * @returns when it was cut
   */
  cutAfter(bytes: number, direction: Direction, chosen: Chosen = () => true): Promise<unknown> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const done = (): void => {
      resolve(undefined);
    };
    this.next = { direction, chosen, leftBytes: bytes, done };
    return promise;
  }

  /** Drops a cut that has not come yet. */
  spare(): void {
    this.next = undefined;
  }

  /** From now on one direction is silent, with all connections open. */
  silence(direction: Direction): void {
    this.line.hold(direction);
  }

  /** Ends a silence. @param lost what was sent meanwhile never arrives, and its connections are cut. */
  speak({ lost }: { readonly lost: boolean }): void {
    if (lost) this.line.cut();
    this.line.letGo();
  }

  close(): Promise<void> {
    return this.line.close();
  }

  private verdict(direction: Direction, chunk: Buffer, asked: Buffer): Verdict {
    const { next } = this;
    if (next?.direction !== direction || !next.chosen(chunk, asked)) return false;
    if (chunk.length <= next.leftBytes) {
      next.leftBytes -= chunk.length;
      return false;
    }
    this.next = undefined;
    next.done();
    return { arrivingBytes: next.leftBytes };
  }
}
