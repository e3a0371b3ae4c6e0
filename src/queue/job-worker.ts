import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import { chooseTurns, receiverOfTurn, type ChosenTurn } from './choose-turns.js';
import type { ClaimedJob, JobClaims } from './claim-jobs.js';
import { SlowReceivers } from './slow-receivers.js';

/** Time between two polls of the queue. */
const POLL_INTERVAL_MS = 500;
/** A lane is looked at before the next poll when so many of its jobs have ended as this fraction of those that were claimed last. */
const ENDED_FRACTION = 1 / 4;
/** The part of the slots that all slow receivers have together. */
const SLOW_FRACTION = 1 / 4;
/** Turns that are read at a time, however many slow receivers are among them. */
const MOST_TURNS = 1_000;
/** The signal of a job is aborted after this fraction of its time; in the rest the job can write what has become of it. */
const ABORT_FRACTION = 0.96;

/** Jobs of a priority, which have slots of their own. */
export interface JobLane {
  readonly priority: number;
  /** Most jobs at a time. */
  readonly slots: number;
}

export interface JobWork {
  readonly queue: string;
  readonly lanes: readonly JobLane[];
  readonly receivers?: SlowReceivers | undefined;
  readonly claims: Pick<JobClaims, 'makeDue' | 'turns' | 'begin'>;
  /** The signal is aborted shortly before the job has used up its time. */
  readonly run: (data: object, signal: AbortSignal, isRepeated: boolean) => Promise<void>;
  /** Called with each failed job; without an id, with the first of several failures of the queue itself. */
  readonly report: (error: unknown, id?: string) => void;
}

interface Lane extends JobLane {
  /** The turn at which the last claim has ended; the next one goes on behind it. */
  lastTurn: string;
  /** Jobs that were claimed last, and that have ended since. */
  claimed: number;
  ended: number;
}

interface Claim {
  /** How many jobs have begun. */
  readonly begun: number;
  /** True if as many turns as were asked for are all of one receiver, of which jobs have begun. */
  readonly hasReadOneOnly: boolean;
}

interface Running {
  readonly lane: Lane;
  readonly receiver: string;
  readonly end: Promise<void>;
}

/** Runs the jobs of a queue in turns, each in a slot of its own, so that a slow job does not delay others. */
export class JobWorker {
  /** By the id of the job. */
  private readonly running = new Map<string, Running>();
  private readonly lanes: readonly Lane[];
  private readonly slow: SlowReceivers;
  private isStopped = false;
  private isPollDue = true;
  /** True until a poll has passed without a failure; a database may be away, or its disk full, for hours. */
  private isFailing = false;
  private failuresOfPoll = 0;
  /** Of the next poll. */
  private timer = new AbortController();
  private wake = new AbortController();
  private loop: Promise<void> = Promise.resolve();

  constructor(
    private readonly boss: Pick<PgBoss, 'complete' | 'fail'>,
    private readonly work: JobWork,
  ) {
    this.lanes = work.lanes.map((lane) => ({ ...lane, lastTurn: '', claimed: 0, ended: 0 }));
    this.slow = work.receivers ?? new SlowReceivers();
  }

  start(): void {
    this.loop = this.takeJobs();
  }

  /** Fetches no more jobs, and releases those that still run after the time-out. */
  async stop(timeoutMs: number): Promise<void> {
    this.isStopped = true;
    this.timer.abort();
    this.wake.abort();
    await this.loop;
    const late = new AbortController();
    const all = Promise.all([...this.running.values()].map(({ end }) => end));
    await Promise.race([all, pause(timeoutMs, late.signal)]);
    late.abort();
    const left = [...this.running.keys()];
    this.running.clear();
    if (left.length > 0) await this.boss.fail(this.work.queue, left);
  }

  /** Polls the queue now. */
  readonly look = (): void => {
    this.isPollDue = true;
    this.wake.abort();
  };

  private async takeJobs(): Promise<void> {
    while (!this.isStopped) {
      this.wake = new AbortController();
      // One lane after the other, so that a queue never takes two connections of the pool from orders.
      if (this.isPollDue) await this.poll();
      else for (const lane of this.lanes.filter(hasMuchEnded)) await this.takeTurns(lane);
      if (!this.isPollDue && !this.lanes.some(hasMuchEnded)) await aborted(this.wake.signal);
    }
  }

  private async poll(): Promise<void> {
    this.timer.abort();
    this.isPollDue = false;
    this.failuresOfPoll = 0;
    if (await this.makeDue()) this.isPollDue = true;
    for (const lane of this.lanes) await this.takeTurns(lane);
    if (this.failuresOfPoll === 0) this.isFailing = false;
    this.timer = new AbortController();
    if (!this.isStopped) void this.lookLater(this.timer.signal);
  }

  private async lookLater(signal: AbortSignal): Promise<void> {
    await pause(POLL_INTERVAL_MS, signal);
    if (!signal.aborted) this.look();
  }

  private makeDue(): Promise<boolean> {
    const { queue, claims } = this.work;
    return claims.makeDue(queue).catch((error: unknown) => {
      this.failed(error);
      return false;
    });
  }

  private failed(error: unknown): void {
    if (!this.isFailing) this.work.report(error);
    this.isFailing = true;
    this.failuresOfPoll += 1;
  }

  private async takeTurns(lane: Lane): Promise<void> {
    lane.ended = 0;
    try {
      const first = await this.claim(lane);
      // That receiver has as many slots as it gets, and is passed; the turns of others are behind its own.
      const others = first.hasReadOneOnly ? await this.claim(lane) : undefined;
      const begun = first.begun + (others?.begun ?? 0);
      if (begun > 0) lane.claimed = begun;
    } catch (error) {
      this.failed(error);
    }
  }

  /** Asks for the turns behind the last one, and then begins jobs of some. */
  private async claim(lane: Lane): Promise<Claim> {
    const { queue, claims } = this.work;
    const { priority, slots, lastTurn } = lane;
    const running = this.runningIn(lane);
    const free = slots - [...running.values()].reduce((sum, count) => sum + count, 0);
    if (free <= 0 || this.isStopped) return { begun: 0, hasReadOneOnly: false };
    const busy = [...running.keys()];
    const saturated = busy.filter((receiver) => (running.get(receiver) ?? 0) >= free);
    const slowLane = { lane: priority, slots: Math.ceil(slots * SLOW_FRACTION), busy };
    const passed = [...saturated, ...this.slow.passed(slowLane)];
    const most = Math.min(free + saturated.length + this.slow.count, MOST_TURNS);
    const turns = await claims.turns({ queue, priority, after: lastTurn, passed, most });
    const receivers = new Set(turns.map(receiverOfTurn));
    const { isSlow } = this.slow;
    const single = this.slow.next(receivers, slowLane);
    const chosen = chooseTurns(turns, { free, running }, { isSlow, single });
    const jobs =
      chosen.length > 0 ? await claims.begin({ queue, priority, free, turns: chosen }) : [];
    for (const job of jobs) this.begin(lane, job);
    // A receiver that gets nothing is read at its first turn, and would begin there again.
    const isOpen = (turn: string) => !passed.includes(receiverOfTurn(turn));
    lane.lastTurn = lastOf(chosen, jobs) ?? turns.findLast(isOpen) ?? lastTurn;
    const hasReadOneOnly = jobs.length > 0 && turns.length === most && receivers.size === 1;
    return { begun: jobs.length, hasReadOneOnly };
  }

  /** How many jobs of the lane run, by receiver. */
  private runningIn(lane: Lane): Map<string, number> {
    const running = new Map<string, number>();
    for (const { lane: one, receiver } of this.running.values()) {
      if (one === lane) running.set(receiver, (running.get(receiver) ?? 0) + 1);
    }
    return running;
  }

  private begin(lane: Lane, job: ClaimedJob): void {
    const receiver = receiverOfTurn(job.turn);
    this.slow.noteTurn(receiver, lane.priority);
    const end = this.finish(job).finally(() => {
      this.running.delete(job.id);
      lane.ended += 1;
      if (hasMuchEnded(lane)) this.wake.abort();
    });
    this.running.set(job.id, { lane, receiver, end });
  }

  private async finish(job: ClaimedJob): Promise<void> {
    const done = await this.succeeds(job);
    // The job has been released, and another process reports its outcome.
    if (!this.running.has(job.id)) return;
    try {
      await this.boss[done ? 'complete' : 'fail'](this.work.queue, job.id);
    } catch (error) {
      // The job expires, and is run again.
      this.work.report(error, job.id);
    }
  }

  /** Treats a job that exceeds its time as failed, so that it gives up its slot. */
  private async succeeds({ id, data, expireInSeconds, isRepeated }: ClaimedJob): Promise<boolean> {
    const over = new AbortController();
    const limit = new AbortController();
    const expired = async (): Promise<never> => {
      const timing = { signal: over.signal, ref: false };
      await wait(expireInSeconds * 1000 * ABORT_FRACTION, undefined, timing);
      limit.abort();
      await wait(expireInSeconds * 1000 * (1 - ABORT_FRACTION), undefined, timing);
      throw new Error(`the job took longer than ${expireInSeconds} seconds`);
    };
    try {
      await Promise.race([this.work.run(data, limit.signal, isRepeated), expired()]);
      return true;
    } catch (error) {
      this.work.report(error, id);
      return false;
    } finally {
      over.abort();
    }
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await wait(milliseconds, undefined, { signal }).catch(() => undefined);
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

/** Its next jobs begin before the next poll. */
function hasMuchEnded({ claimed, ended }: Lane): boolean {
  return ended > 0 && ended >= claimed * ENDED_FRACTION;
}

/** @returns the last of the turns of which jobs have begun. */
function lastOf(turns: readonly ChosenTurn[], jobs: readonly ClaimedJob[]): string | undefined {
  const begun = new Set(jobs.map(({ turn }) => turn));
  return turns.findLast(({ turn }) => begun.has(turn))?.turn;
}
