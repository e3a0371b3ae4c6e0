import { Injectable } from '@nestjs/common';
import { MAX_PICTURE_BYTES, Pictures } from '../../../catalog/pictures/pictures.service.js';
import { OutgoingClient } from '../../../outgoing/outgoing.client.js';
import { SsrfGuard } from '../../../outgoing/ssrf-guard.js';

/** Requests at a time. */
const PARALLEL = 8;
const TIMEOUT_MS = 10_000;
/** Of all pictures of one sync; those that are left then are listed without one. */
const ALL_TIMEOUT_MS = 5 * 60_000;

/** Our paths of pictures by the addresses of theirs that were asked for; null for what is no picture that is kept. */
export type Pictured = ReadonlyMap<string, string | null>;

/** Fetches pictures of suppliers, so that nobody sees from their addresses where we buy. */
@Injectable()
export class PictureFetching {
  private readonly client: OutgoingClient;

  constructor(
    guard: SsrfGuard,
    private readonly pictures: Pictures,
  ) {
    this.client = new OutgoingClient(guard, { keepAlive: true });
  }

  /**
   * @param addresses theirs, of which each is fetched once
   * @param base what addresses without a host belong to
   */
  async fetch(addresses: Iterable<string>, base: string, signal?: AbortSignal): Promise<Pictured> {
    const ours = new Map<string, string | null>();
    const left = new Set(addresses).values();
    const end = AbortSignal.timeout(ALL_TIMEOUT_MS);
    const fetchSome = async (): Promise<void> => {
      for (const address of left) {
        const limits = [end, AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])];
        const path = await this.fetched(new URL(address, base), AbortSignal.any(limits));
        if (end.aborted || signal?.aborted) return;
        ours.set(address, path ?? null);
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, fetchSome));
    signal?.throwIfAborted();
    return ours;
  }

  private async fetched(url: URL, signal: AbortSignal): Promise<string | undefined> {
    const bytes = await this.bytesOf(url.href, signal).catch(() => undefined);
    return bytes && (await this.pictures.add(bytes));
  }

  private async bytesOf(url: string, signal: AbortSignal): Promise<Buffer | undefined> {
    const { head, body } = await this.client.get(url, {}, signal);
    const chunks: Buffer[] = [];
    let size = 0;
    // Leaving the loop destroys the body.
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (head.statusCode !== 200 || size > MAX_PICTURE_BYTES) return undefined;
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }
}
