import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { HOST } from '../../../bench/raw-client.js';
import type { AttackContext } from './attack.js';

/** Of what arrives here each id is told. */
export const TOLD = '/told';

export interface ReceiveOptions {
  /** The path of what is never answered. */
  readonly hanging: string;
}

/** The id of a message, and when it arrived, by `Date.now()`. */
export interface Arrival {
  readonly id: string;
  readonly at: number;
}

export interface ReceiveFigures {
  /** By path. */
  readonly received: Readonly<Record<string, number>>;
}

/** Receives webhooks; tells its address first. */
export async function receive(
  { signal, tell }: AttackContext,
  { hanging }: ReceiveOptions,
): Promise<ReceiveFigures> {
  const received: Record<string, number> = {};
  const server = createServer((request, response) => {
    const { url = '', headers } = request;
    received[url] = (received[url] ?? 0) + 1;
    if (url === TOLD) tell({ id: String(headers['webhook-id']), at: Date.now() } satisfies Arrival);
    if (url !== hanging) void text(request).then(() => response.writeHead(204).end());
  });
  server.listen(0, HOST);
  await once(server, 'listening');
  tell(`http://${HOST}:${(server.address() as AddressInfo).port}`);
  if (!signal.aborted) await once(signal, 'abort');
  server.closeAllConnections();
  server.close();
  return { received };
}
