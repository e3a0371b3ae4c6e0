import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER, loggableError } from '../../common/logger.js';
import { storableText } from '../../common/text.js';
import { Database } from '../../database/database.js';
import { FailedEventRepository } from '../failures/failed-event.repository.js';
import type { AccountEvent } from '../ordered/account-event.js';
import {
  ListenerPositions,
  type ClaimedPosition,
  type SavedPosition,
} from '../ordered/listener-positions.repository.js';

/** After each failure; the last one after all further ones. */
const RETRY_SECONDS = [5, 30, 5 * 60, 30 * 60, 60 * 60];
const MAX_REASON_CHARACTERS = 500;

/** Keeps what has become of the attempts to tell listeners of events in order. */
@Injectable()
export class OrderedAttempts {
  constructor(
    private readonly database: Database,
    private readonly failures: FailedEventRepository,
    private readonly positions: ListenerPositions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The number of the attempt that comes now. */
  async next({ hasFailed, extension, listener }: ClaimedPosition, eventId: string) {
    if (!hasFailed) return 1;
    return ((await this.failures.attemptsOf({ extension, listener, eventId })) ?? 0) + 1;
  }

  /** @returns false if the claim has ended */
  succeeded(
    position: ClaimedPosition,
    { id: eventId, type }: AccountEvent,
    saved: SavedPosition,
  ): Promise<boolean> {
    if (!position.hasFailed) return this.positions.save(position, saved);
    const { extension, listener } = position;
    return this.database.transaction(async (manager) => {
      // First, as an operator who leaves the event out locks both.
      if (type === 'history.restarted') await this.failures.forgetOfAccount(manager, position);
      else await this.failures.forget({ extension, listener, eventId }, manager);
      return this.positions.save(position, saved, manager);
    });
  }

  /**
   * @param before the position in front of the event
   * @throws an error if the claim has ended; nothing is noted then, as the account may have gone on without the event
   */
  async failed(
    position: ClaimedPosition,
    event: AccountEvent,
    { error, attempt, before }: { error: unknown; attempt: number; before: SavedPosition },
  ): Promise<void> {
    const { extension, listener, accountId } = position;
    const reason = storableText(loggableError(error).message.slice(0, MAX_REASON_CHARACTERS));
    const told = { extension, port: listener, account: accountId, event: event.id };
    this.logger.warn(
      { ...told, attempts: attempt, reason },
      'a listener did not handle an event of an account, whose further events wait for it',
    );
    const retrySeconds = RETRY_SECONDS[Math.min(attempt, RETRY_SECONDS.length) - 1] ?? 0;
    await this.database.transaction(async (manager) => {
      await this.failures.note(manager, {
        ...{ extension, listener, accountId, reason, attempts: attempt },
        ...{ eventId: event.id, eventType: event.type, event: JSON.stringify(event) },
        againInSeconds: retrySeconds,
      });
      const isSaved = await this.positions.save(position, { ...before, retrySeconds }, manager);
      if (!isSaved) throw new Error(`the claim of account ${accountId} has ended`);
    });
  }
}
