import { once } from 'node:events';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { endpoint, type Endpoint } from './endpoint.js';
import { pinnedTo, type ResolvedAddress } from './ssrf-guard.js';

/** Gives the addresses of an endpoint that may be connected to; `SsrfGuard` does. */
export interface CheckedAddresses {
  addressesOf(endpoint: Endpoint): Promise<readonly ResolvedAddress[]>;
}

export interface OutgoingRequest {
  readonly method?: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Aborts the lookup, the request, and the reading of its answer. */
  readonly signal?: AbortSignal;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** After an answer. Servers that close earlier mostly say so. */
const IDLE_TIMEOUT_MS = 4_000;

/** Sends HTTP requests over connections whose addresses were checked when they were opened. Follows no redirect. */
export class OutgoingClient {
  private readonly http: HttpAgent;
  private readonly https: HttpsAgent;

  /** @param keepAlive false opens a connection for each request, so that each is checked */
  constructor(addresses: CheckedAddresses, { keepAlive = false } = {}) {
    const options = keepAlive ? { keepAlive, timeout: IDLE_TIMEOUT_MS } : {};
    this.http = guarded(new HttpAgent(options), addresses);
    this.https = guarded(new HttpsAgent(options), addresses);
  }

  /** @returns the answer when its head has arrived; its body has to be read or destroyed */
  async send(url: string, outgoing: OutgoingRequest): Promise<IncomingMessage> {
    const { method = 'GET', body, signal } = outgoing;
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const headers = { ...outgoing.headers, ...length };
    const options = { method, headers, ...(signal && { signal }) };
    const request = url.startsWith('https:')
      ? httpsRequest(url, { ...options, agent: this.https })
      : httpRequest(url, { ...options, agent: this.http });
    // An error after the head of the answer comes from the body, whose reader gets it.
    request.on('error', () => undefined);
    // A lookup cannot be aborted, and a request ends no earlier, so this waits for the signal as well.
    const answered = once(request, 'response', { signal }) as Promise<[IncomingMessage]>;
    request.end(body);
    const [answer] = await answered;
    return answer;
  }

  /** The answer to a GET, with its body decompressed. */
  async get(
    url: string,
    headers: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ): Promise<{ readonly head: IncomingMessage; readonly body: Readable }> {
    const offered = { accept: '*/*', 'accept-encoding': 'gzip, br', 'user-agent': 'Souk/1' };
    const head = await this.send(url, {
      headers: { ...offered, ...headers },
      ...(signal && { signal }),
    });
    return { head, body: decompressed(head) };
  }
}

/** Node calls back with a socket that was opened later. */
function guarded<Kind extends HttpAgent>(agent: Kind, addresses: CheckedAddresses): Kind {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, created) => {
    const opened = async (): Promise<Socket> => {
      const { host, port } = options;
      const checked = await addresses.addressesOf(endpoint(host ?? '', Number(port)));
      return connect({ ...options, lookup: pinnedTo(checked) }) as Socket;
    };
    opened().then(
      (socket) => {
        limitConnecting(socket);
        created?.(null, socket);
      },
      (error: unknown) => {
        // There is no socket then, which Node's types do not say.
        created?.(error as Error, undefined as unknown as Socket);
      },
    );
    return undefined;
  };
  return agent;
}

function limitConnecting(socket: Socket): void {
  const timer = setTimeout(() => {
    socket.destroy(new Error(`no connection within ${CONNECT_TIMEOUT_MS / 1000} seconds`));
  }, CONNECT_TIMEOUT_MS);
  const clear = (): void => {
    clearTimeout(timer);
  };
  socket.once('connect', clear).once('close', clear);
}

function decompressed(answer: IncomingMessage): Readable {
  const encoding = answer.headers['content-encoding'];
  if (encoding !== 'gzip' && encoding !== 'br') return answer;
  const decompression = encoding === 'gzip' ? createGunzip() : createBrotliDecompress();
  // The reader gets the error of either.
  return pipeline(answer, decompression, () => undefined);
}

/** A whole body; undefined if it has more bytes. */
export async function bytesOf(body: Readable, most: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop destroys the body.
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Why there was no complete answer. */
export function reasonOf(error: unknown): string {
  // Node tries all addresses of a host, and reports all failures in one error.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : String(first);
}
