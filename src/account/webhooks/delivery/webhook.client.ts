import { once } from 'node:events';
import { lookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.js';

/** An address as the resolver gives it. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

export interface WebhookClientOptions {
  /** True allows receivers outside of the public internet. */
  readonly allowPrivate: boolean;
  /** For the whole attempt. */
  readonly timeoutMs?: number;
  /** Returns all addresses of a host name, or the address itself. */
  readonly resolve?: (host: string) => Promise<readonly ResolvedAddress[]>;
}

/** The receiver did not answer, or was not allowed. The message says why, without the path of the URL. */
export class WebhookUnansweredError extends Error {
  override readonly name = 'WebhookUnansweredError';
}

const TIMEOUT_MS = 15_000;
/** The part of an answer that is received, and ignored. */
const MAX_ANSWER_BYTES = 64 * 1024;

/** Posts to receivers on the public internet. */
export class WebhookClient {
  private readonly allowPrivate: boolean;
  private readonly timeoutMs: number;
  private readonly resolve: (host: string) => Promise<readonly ResolvedAddress[]>;

  constructor({ allowPrivate, timeoutMs = TIMEOUT_MS, resolve = resolved }: WebhookClientOptions) {
    this.allowPrivate = allowPrivate;
    this.timeoutMs = timeoutMs;
    this.resolve = resolve;
  }

  /** Does not follow redirects. @returns the HTTP status of the answer @throws WebhookUnansweredError */
  async post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
  ): Promise<number> {
    const signal = AbortSignal.timeout(this.timeoutMs);
    try {
      const target = new URL(url);
      const addresses = await Promise.race([this.allowedAddresses(target), aborted(signal)]);
      return await statusOf(target, { headers, body, addresses, signal });
    } catch (error) {
      const late = `no answer within ${this.timeoutMs / 1000} seconds`;
      throw new WebhookUnansweredError(signal.aborted ? late : reasonOf(error), { cause: error });
    }
  }

  /** Resolves and checks the host at every attempt, since its addresses may have changed. */
  private async allowedAddresses({ hostname }: URL): Promise<readonly ResolvedAddress[]> {
    const host = hostname.replace(/^\[|\]$/g, '');
    const addresses = await this.resolve(host);
    const allowed = addresses.filter(
      ({ address }) => this.allowPrivate || isPublicAddress(address),
    );
    if (allowed.length > 0) return allowed;
    const found = addresses.map(({ address }) => address).join(', ');
    throw new Error(`${host} is not on the public internet (${found}); see WEBHOOK_ALLOW_PRIVATE`);
  }
}

interface Post {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly addresses: readonly ResolvedAddress[];
  readonly signal: AbortSignal;
}

async function statusOf(url: URL, { headers, body, addresses, signal }: Post): Promise<number> {
  const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    lookup: pinnedTo(addresses),
    // Each attempt opens a connection of its own: a reused one could lead to an address of an earlier check.
    agent: false,
    signal,
  });
  // An error after the start of the answer is ignored, since the status is known.
  request.on('error', () => undefined);
  const answered = once(request, 'response') as Promise<[IncomingMessage]>;
  request.end(body);
  const [response] = await answered;
  await drain(response);
  return response.statusCode ?? 0;
}

/** Receives the answer up to a limit: closing the connection at once would abort some receivers. */
async function drain(response: IncomingMessage): Promise<void> {
  let size = 0;
  try {
    for await (const chunk of response) {
      size += (chunk as Buffer).length;
      if (size > MAX_ANSWER_BYTES) break;
    }
  } catch {
    // The status is known; the rest is not needed.
  }
  response.destroy();
}

/** Connects only to the addresses that were checked: a second lookup could return others. */
function pinnedTo(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_host, { all }, done) => {
    const [first = { address: '', family: 0 }] = addresses;
    if (all) done(null, [...addresses]);
    else done(null, first.address, first.family);
  };
}

function resolved(host: string): Promise<readonly ResolvedAddress[]> {
  return lookup(host, { all: true });
}

/** A DNS lookup cannot be aborted, so its result is ignored after the timeout. */
async function aborted(signal: AbortSignal): Promise<never> {
  await once(signal, 'abort');
  throw new Error('time is up');
}

function reasonOf(error: unknown): string {
  // Node tries all addresses of a host, and reports all failures in one error.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : String(first);
}
