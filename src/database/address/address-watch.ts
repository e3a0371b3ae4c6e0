import { setTimeout as wait } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../../common/logger.js';
import { isRefused, type DatabaseAddress } from './database-address.js';

/** Injection token: the addresses to watch; none in a process that ends soon, such as a command. */
export const WATCHED_ADDRESSES = Symbol('watched-addresses');

/** From the beginning of one survey to that of the next. */
const INTERVAL_MS = 1_000;
/** After a refused login. */
const REFUSED_INTERVAL_MS = 10_000;

const ELSEWHERE =
  'the address of the database leads to another server now; the connections to other servers were closed';
const UNFIT =
  'the database cannot be written now; the connections to it were closed, and requests that need it are answered with 111';

/**
 * Looks about once a second to which server each address leads. After a failover the old server may live on, and
 * connections to it would go on working, with data that the new server does not have.
 */
@Injectable()
export class AddressWatch implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private ended: Promise<unknown> = Promise.resolve();

  constructor(
    @Inject(WATCHED_ADDRESSES) private readonly addresses: readonly DatabaseAddress[],
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.ended = Promise.all(this.addresses.map((address) => this.watch(address)));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.ended;
  }

  private async watch(address: DatabaseAddress): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const next = pause(INTERVAL_MS, signal);
      const survey = await address.survey();
      const connections = address.closeOthers(survey);
      if (connections > 0) {
        this.logger.warn({ connections }, survey.chosen === undefined ? UNFIT : ELSEWHERE);
      }
      await (isRefused(survey) ? pause(REFUSED_INTERVAL_MS, signal) : next);
    }
  }
}

async function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  await wait(delayMs, undefined, { signal }).catch(() => undefined);
}
