import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { HOST } from '../../../bench/raw-client.js';
import { percentile } from '../../support/faults.js';
import type { AttackContext } from './attack.js';

/** Connections that are kept open as long as the server lets them. */
export interface HoldOptions {
  readonly connections: number;
  /** The bytes that a connection sends at once; connection n takes the n-th modulo their number. */
  readonly first: readonly string[];
  /** Bytes that it sends once a second from then on. */
  readonly further?: string;
  /** Without it what the server sends is left in the line. */
  readonly reads?: boolean;
  /** A connection that the server closes is opened again. */
  readonly comesAgain?: boolean;
  /** Ends the connection as soon as the first bytes are sent. */
  readonly hangsUp?: boolean;
}

export interface HoldFigures {
  readonly opened: number;
  /** Status of the first answer, where answers are read; `none` for connections that were closed without one. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Connections that the server closed; it can only be seen where answers are read. */
  readonly closed: number;
  readonly firstClosedSeconds: number;
  readonly lastClosedSeconds: number;
}

/** Connections that are opened at once. */
const BATCH = 100;
const TRICKLE_MS = 1000;

interface Held {
  readonly socket: Socket;
  readonly opened: number;
  status: string;
  closed: number | undefined;
}

/** Tells the number of open connections once they are all there, and goes on until it is stopped. */
export async function hold(
  { port, signal, tell }: AttackContext,
  options: HoldOptions,
): Promise<HoldFigures> {
  const held: Held[] = [];
  while (held.length < options.connections && !signal.aborted) {
    const count = Math.min(BATCH, options.connections - held.length);
    const opening = Array.from({ length: count }, (_, place) =>
      open(port, options, held.length + place, signal),
    );
    held.push(...(await Promise.all(opening)).filter((one) => one !== undefined));
  }
  tell(held.length);
  const trickle = setInterval(() => {
    const { further, comesAgain = false } = options;
    const left = held.filter(({ closed }) => closed === undefined).length;
    for (let place = left; comesAgain && place < options.connections; place++) {
      void open(port, options, place, signal).then((one) => one && held.push(one));
    }
    if (further === undefined) return;
    for (const { socket } of held) if (socket.writable) socket.write(further);
  }, TRICKLE_MS);
  if (!signal.aborted) await once(signal, 'abort');
  clearInterval(trickle);
  const figures = figuresOf(held);
  for (const { socket } of held) socket.destroy();
  return figures;
}

async function open(
  port: number,
  { first, reads = false, hangsUp = false }: HoldOptions,
  place: number,
  signal: AbortSignal,
): Promise<Held | undefined> {
  const socket = connect({ port, host: HOST });
  // Before it is open, or Node would read ahead.
  if (!reads) socket.pause();
  socket.on('error', () => undefined);
  await once(socket, 'connect', { signal }).catch(() => undefined);
  if (socket.connecting || socket.destroyed) return undefined;
  const held: Held = { socket, opened: performance.now(), status: 'none', closed: undefined };
  if (reads) socket.once('data', (bytes: Buffer) => (held.status = statusOf(bytes)));
  socket.on('close', () => (held.closed ??= performance.now()));
  socket.write(first[place % first.length] ?? '', () => {
    if (hangsUp) socket.destroy();
  });
  return held;
}

function statusOf(bytes: Buffer): string {
  return /^HTTP\/1\.1 (\d{3})/.exec(bytes.toString('latin1', 0, 20))?.[1] ?? 'other';
}

function figuresOf(held: readonly Held[]): HoldFigures {
  const statuses: Record<string, number> = {};
  for (const { status } of held) statuses[status] = (statuses[status] ?? 0) + 1;
  const times = held.flatMap(({ opened, closed }) =>
    closed === undefined ? [] : [(closed - opened) / 1000],
  );
  return {
    opened: held.length,
    statuses,
    closed: times.length,
    firstClosedSeconds: percentile(times, 0),
    lastClosedSeconds: percentile(times, 1),
  };
}
