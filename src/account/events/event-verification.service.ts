import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import { LAST_ACCOUNT } from '../ledger/ledger-reader.repository.js';
import { CommittedCodes } from './committed-codes.js';
import { eventFault, NO_EVENTS, type ChainedEvent, type EventHead } from './event-chain.js';
import { EventReader } from './event-reader.repository.js';

export interface EventsVerdict {
  readonly events: number;
  /** The first bad event of every bad account, such as `account 7 event 12: …`, and orders without events. */
  readonly faults: readonly string[];
}

/** Verifying so many events blocks the event loop for some milliseconds. */
const EVENTS_PER_READ = 1_000;

/** Verifies the events of accounts by recomputing them, without the functions of the database. */
@Injectable()
export class EventVerificationService {
  constructor(
    private readonly database: Database,
    private readonly reader: EventReader,
    private readonly codes: CommittedCodes,
  ) {}

  /** Verifies one snapshot of the database. @param accountId one account instead of all */
  verify(accountId: number | null = null): Promise<EventsVerdict> {
    return this.database.snapshot(async (manager) => {
      const walk = new EventWalk();
      for await (const event of this.events(manager, accountId)) walk.follow(event);
      const missing = await this.reader.missing(manager, accountId);
      return { events: walk.events, faults: [...walk.faults, ...missing] };
    });
  }

  private async *events(
    manager: EntityManager,
    accountId: number | null,
  ): AsyncGenerator<ChainedEvent> {
    let range = {
      ...{ afterAccount: accountId ?? 0, afterNumber: '0' },
      lastAccount: accountId ?? LAST_ACCOUNT,
    };
    for (;;) {
      const events = await this.reader.events(manager, range, EVENTS_PER_READ);
      yield* await this.codes.of(manager, events);
      const last = events.at(-1);
      if (!last || events.length < EVENTS_PER_READ) return;
      range = { ...range, afterAccount: Number(last.accountId), afterNumber: last.number };
    }
  }
}

/** Follows events, which come by account and number, and notes the first fault of each account. */
export class EventWalk {
  readonly faults: string[] = [];
  events = 0;
  private account = '';
  private head: EventHead = NO_EVENTS;
  private isBad = false;

  follow(event: ChainedEvent): void {
    if (event.accountId !== this.account) {
      this.account = event.accountId;
      this.head = NO_EVENTS;
      this.isBad = false;
    }
    this.events += 1;
    if (this.isBad) return;
    const fault = eventFault(this.head, event);
    this.isBad = fault !== undefined;
    if (fault !== undefined) this.faults.push(`account ${event.accountId} ${fault}`);
    this.head = event;
  }
}
