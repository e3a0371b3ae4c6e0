import { Inject, Injectable } from '@nestjs/common';
import { Lanes } from '../../../common/lanes.js';
import { Turns, type ReleaseSlot, type TurnLimits } from '../../../common/turns.js';
import { CONFIG, type SoukConfig } from '../../../config/souk-config.js';
import type { Lane } from './lane.js';

/** The most requests of an account that wait for each of its slots. */
const MAX_WAITING_PER_SLOT = 10;
/** The part of the connections that requests with statements of their own may take; the others are left to orders. */
const PART_OF_THE_POOL = 0.4;
/** Of one account; each may hold a connection. */
const MAX_RUNNING_READS_OF_AN_ACCOUNT = 2;
/** As long as a statement may take, which runs on when its caller has gone. */
const GONE_MS = 6_000;
/** In these, each request may hold a connection. */
const WITH_OWN_STATEMENTS: ReadonlySet<Lane> = new Set(['reads', 'extensions']);

type Settings = Pick<SoukConfig, 'MAX_ACCOUNT_REQUESTS' | 'DATABASE_POOL_SIZE'>;

/** The turns of resellers' requests, by account, in each lane. */
@Injectable()
export class AccountLanes {
  private readonly lanes: Readonly<Record<Lane, Turns<number>>>;

  constructor(@Inject(CONFIG) settings: Settings, lanes: Lanes) {
    const shared = sharedLimits(settings);
    const own = ownLimits(settings, shared);
    this.lanes = {
      orders: new Turns(shared),
      checks: new Turns(shared),
      answers: new Turns(shared),
      reads: new Turns(own),
      extensions: new Turns(own),
    };
    for (const [lane, turns] of this.entries()) lanes.add(lane, turns);
  }

  of(lane: Lane): Turns<number> {
    return this.lanes[lane];
  }

  /**
   * Frees the slot of a request whose caller has gone: at once, or when its statements must have ended, so that nobody has
   * more of them run by going away.
   */
  freeOfGone(lane: Lane, release: ReleaseSlot): void {
    if (WITH_OWN_STATEMENTS.has(lane)) setTimeout(release, GONE_MS).unref();
    else release();
  }

  entries(): [Lane, Turns<number>][] {
    return Object.entries(this.lanes) as [Lane, Turns<number>][];
  }
}

/** For requests whose statements are few, or bounded where they are sent. */
function sharedLimits({ MAX_ACCOUNT_REQUESTS: most }: Settings): TurnLimits {
  return {
    maxRunning: Infinity,
    maxRunningPerKey: most,
    maxWaiting: Infinity,
    maxWaitingPerKey: most * MAX_WAITING_PER_SLOT,
  };
}

/** For requests each of which takes a connection. */
function ownLimits({ DATABASE_POOL_SIZE: poolSize }: Settings, shared: TurnLimits): TurnLimits {
  const maxRunning = Math.max(1, Math.floor(poolSize * PART_OF_THE_POOL));
  const maxRunningPerKey = Math.min(
    maxRunning,
    shared.maxRunningPerKey,
    MAX_RUNNING_READS_OF_AN_ACCOUNT,
  );
  return { ...shared, maxRunning, maxRunningPerKey };
}
