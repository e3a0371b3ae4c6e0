import { Inject, Injectable } from '@nestjs/common';
import { MAX_PICTURE_BYTES, Pictures } from '../../../catalog/pictures/pictures.service.js';
import type { ShowPictures } from '../../../catalog/pictures/shown-picture.js';
import { PeriodicService } from '../../../common/periodic-service.js';
import { changeMark } from '../../../database/change-mark.js';
import { bytesOf, OutgoingClient } from '../../../outgoing/outgoing.client.js';
import { SsrfGuard } from '../../../outgoing/ssrf-guard.js';
import { RUNS_JOBS } from '../../../queue/job-queue.js';
import {
  AwaitedPictures,
  type AwaitedPicture,
  type PicturedSupplier,
} from './awaited-pictures.repository.js';

const CHECK_INTERVAL_MS = 10_000;
/** Requests at a time. */
const PARALLEL = 4;
const TIMEOUT_MS = 10_000;
/** With the 15 minutes between two rounds, two hours. Then the item has no picture. */
const MAX_TRIES = 8;
const OK = 200;
const TOO_MANY_REQUESTS = 429;

/**
 * Fetches the pictures of suppliers that listed items wait for, so that nobody sees from their addresses where we buy. Of
 * several servers, one does each supplier.
 */
@Injectable()
export class PictureFetching extends PeriodicService {
  private readonly client: OutgoingClient;
  private readonly stopping = new AbortController();

  constructor(
    private readonly awaited: AwaitedPictures,
    private readonly pictures: Pictures,
    guard: SsrfGuard,
    @Inject(RUNS_JOBS) runsJobs: boolean,
  ) {
    super(CHECK_INTERVAL_MS, 'pictures of suppliers could not be fetched', runsJobs);
    this.client = new OutgoingClient(guard, { keepAlive: true });
  }

  override beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort(new Error('the server stops'));
    return super.beforeApplicationShutdown();
  }

  async run(): Promise<void> {
    for (const supplier of await this.awaited.takeDue()) {
      await this.fetchOf(supplier).catch((error: unknown) => {
        this.failed(error);
      });
    }
  }

  private async fetchOf({ id, name, baseUrl }: PicturedSupplier): Promise<void> {
    let last = '';
    for (;;) {
      const awaited = await this.awaited.next(id, last);
      const shown = new Map<string, string | null>();
      const left = awaited.values();
      const fetchSome = async (): Promise<void> => {
        for (const one of left) {
          if (this.isStopping) return;
          const path = await this.pathOf(one, baseUrl);
          if (path !== undefined) shown.set(one.address, path);
        }
      };
      await Promise.all(Array.from({ length: PARALLEL }, fetchSome));
      if (this.isStopping || awaited.length === 0) return;
      const show: ShowPictures = (...shows) => this.pictures.show(...shows);
      await changeMark.run(`sync ${name}`, () => this.awaited.settle(id, shown, show));
      const addresses = awaited.map(({ address }) => address);
      const failed = addresses.filter((address) => !shown.has(address));
      await this.awaited.tried(id, failed);
      last = addresses.at(-1) ?? '';
    }
  }

  /** Ours; null for what is no picture that is kept; undefined if it may come later. */
  private async pathOf(
    { address, tries }: AwaitedPicture,
    base: string,
  ): Promise<string | null | undefined> {
    if (!URL.canParse(address, base)) return null;
    const bytes = await this.answerOf(new URL(address, base).href).catch(() => undefined);
    if (bytes) return (await this.pictures.add(bytes)) ?? null;
    return bytes === null || tries + 1 >= MAX_TRIES ? null : undefined;
  }

  /** Null for an answer that is no picture; undefined for none that counts. */
  private async answerOf(url: string): Promise<Buffer | null | undefined> {
    const signal = AbortSignal.any([this.stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const { head, body } = await this.client.get(url, {}, signal);
    const status = head.statusCode ?? 0;
    if (status !== OK) {
      body.destroy();
      return status >= 500 || status === TOO_MANY_REQUESTS ? undefined : null;
    }
    return (await bytesOf(body, MAX_PICTURE_BYTES)) ?? null;
  }
}
