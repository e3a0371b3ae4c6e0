import { Injectable } from '@nestjs/common';
import { Lanes } from '../../common/lanes.js';
import { NestedTurns } from '../../common/nested-turns.js';
import { networkPath } from '../../common/networks.js';
import { TimeLimitError } from '../../common/time-limit.js';
import { NoTurnError } from '../../common/turns.js';
import { ProblemError } from '../problems/problem.js';

/** Connections that they may take, and those that wait for one; a look-up takes a millisecond. */
const LIMITS = { concurrent: 2, waiting: 1_000, waitMs: 2_000, workMs: 10_000 };
const RETRY_AFTER_SECONDS = 1;

/**
 * The lane of whoever is not known yet: tokens, sessions and links of operators are looked up a few at a time, and the
 * networks of the callers have turns. So whoever guesses them takes neither the connections from orders nor the turn from
 * operators elsewhere.
 */
@Injectable()
export class StrangerTurns {
  private readonly turns = new NestedTurns(LIMITS);
  private readonly turnsOfLinks = new NestedTurns(LIMITS);

  constructor(lanes: Lanes) {
    lanes.add('strangers', this.turns);
    lanes.add('links', this.turnsOfLinks);
  }

  /**
   * @param address null if it is unknown.
   * @throws ProblemError when no turn comes; what the look-up throws
   */
  inTurn<T>(address: string | null, lookUp: () => Promise<T>): Promise<T> {
    return unavailableUnlessInTime(this.turns.run(networkPath(address), lookUp));
  }

  /** The same for a link that the shop has made, some of which are used up: the links have turns that strangers do not take. */
  inTurnOfLink<T>(link: string, lookUp: () => Promise<T>): Promise<T> {
    return unavailableUnlessInTime(this.turnsOfLinks.run([link], lookUp));
  }
}

async function unavailableUnlessInTime<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof NoTurnError || error instanceof TimeLimitError)) throw error;
    throw new ProblemError('unavailable', 'Too many callers wait to be looked up.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
}
