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
  /** True lets messages go to addresses that are not of the public internet. */
  readonly allowPrivate: boolean;
  /** Milliseconds for the whole attempt. */
  readonly timeOut?: number;
  /** All addresses of a host name, or the address itself. */
  readonly resolve?: (host: string) => Promise<readonly ResolvedAddress[]>;
}

/** No answer came, or nobody was asked; the message says why, and never names the path of the address. */
export class WebhookUnansweredError extends Error {
  override readonly name = 'WebhookUnansweredError';
}

const TIME_OUT = 15_000;
/** Bytes of an answer that are waited for; nobody reads them. */
const LARGEST_ANSWER = 64 * 1024;

/** Posts to receivers on the public internet, and nowhere else. */
export class WebhookClient {
  private readonly allowPrivate: boolean;
  private readonly timeOut: number;
  private readonly resolve: (host: string) => Promise<readonly ResolvedAddress[]>;

  constructor({ allowPrivate, timeOut = TIME_OUT, resolve = resolved }: WebhookClientOptions) {
    this.allowPrivate = allowPrivate;
    this.timeOut = timeOut;
    this.resolve = resolve;
  }

  /** @returns the HTTP status of the answer; a redirect is not followed. @throws WebhookUnansweredError */
  async post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
  ): Promise<number> {
    const signal = AbortSignal.timeout(this.timeOut);
    try {
      const target = new URL(url);
      const addresses = await Promise.race([this.allowedAddresses(target), aborted(signal)]);
      return await statusOf(target, { headers, body, addresses, signal });
    } catch (error) {
      const late = `no answer within ${this.timeOut / 1000} seconds`;
      throw new WebhookUnansweredError(signal.aborted ? late : reasonOf(error), { cause: error });
    }
  }

  /** Looked up and checked for every attempt: a name may lead elsewhere by now. */
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
    // A connection of its own, so that none is used again that leads to an address of before.
    agent: false,
    signal,
  });
  // Whatever breaks once the answer has begun changes nothing.
  request.on('error', () => undefined);
  const answered = once(request, 'response') as Promise<[IncomingMessage]>;
  request.end(body);
  const [response] = await answered;
  await drain(response);
  return response.statusCode ?? 0;
}

/** Takes in the answer up to a limit: hanging up at once would abort some receivers in the middle of their work. */
async function drain(response: IncomingMessage): Promise<void> {
  let size = 0;
  try {
    for await (const chunk of response) {
      size += (chunk as Buffer).length;
      if (size > LARGEST_ANSWER) break;
    }
  } catch {
    // The status has come, and that is all we want to know.
  }
  response.destroy();
}

/** Connects to the addresses that were checked; a second look-up could give others. */
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

/** A look-up cannot be broken off, only be left behind. */
async function aborted(signal: AbortSignal): Promise<never> {
  await once(signal, 'abort');
  throw new Error('time is up');
}

function reasonOf(error: unknown): string {
  // Node tries every address of a host and reports all failures together.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : String(first);
}
