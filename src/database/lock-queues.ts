import { TemporarilyUnavailableError } from '../common/app-error.js';
import { isLockTimeout } from './database-errors.js';

/**
 * Most transactions at a time that compete for the lock of one key; each holds a connection. An order holds the lock for
 * the last quarter of its transaction, so more of them would hardly be faster.
 */
const MAX_TRANSACTIONS_OF_A_KEY = 4;
/** The part of the connections that queued transactions may take. The others are for reads and batches of orders. */
const PART_OF_THE_POOL = 0.8;
/** The part of these that transactions of stuck keys may take. */
const PART_OF_STUCK_KEYS = 1 / 4;
/** Transactions that wait for a stuck key; further ones fail at once. */
const MAX_WAITING_FOR_A_STUCK_KEY = 10;
/** How long a key counts as stuck after its last lock time-out. */
const STUCK_MS = 5_000;

interface Waiting {
  readonly begin: () => void;
  readonly fail: () => void;
}

/** A key of which a transaction runs or waits. */
interface Key {
  running: number;
  /** Oldest first. */
  readonly waiting: Set<Waiting>;
  /** When its last transaction succeeded, by `performance.now()`. */
  succeededAtMs: number;
}

/**
 * Runs transactions that lock the same row, such as that of an account, so that a row which another session keeps locked
 * cannot take all connections: few of one key run at a time, the others wait without a connection, and the keys are
 * served in turn. A key is stuck when a transaction has waited in vain for its lock while no other one succeeded. Then
 * one transaction of the key is tried at a time, and few may wait.
 */
export class LockQueues {
  /** In the order of their turns. */
  private readonly keys = new Map<number, Key>();
  /** When the key no longer counts as stuck, by `performance.now()`. */
  private readonly stuckUntilMs = new Map<number, number>();
  private readonly maxRunning: number;
  private readonly maxRunningOfStuckKeys: number;
  private running = 0;

  constructor(poolSize: number) {
    this.maxRunning = Math.max(1, Math.floor(poolSize * PART_OF_THE_POOL));
    this.maxRunningOfStuckKeys = Math.max(1, Math.floor(this.maxRunning * PART_OF_STUCK_KEYS));
  }

  isStuck(id: number): boolean {
    return (this.stuckUntilMs.get(id) ?? -Infinity) > performance.now();
  }

  /**
   * Runs the work when it is its turn.
   * @throws TemporarilyUnavailableError (111) when it could not begin within the time, or too many wait for a stuck key
   */
  async run<T>(id: number, beginWithinMs: number, work: () => Promise<T>): Promise<T> {
    const key = this.keyOf(id);
    await this.turn(id, key, beginWithinMs);
    const begunAtMs = performance.now();
    try {
      const result = await work();
      key.succeededAtMs = performance.now();
      this.stuckUntilMs.delete(id);
      return result;
    } catch (error) {
      if (isLockTimeout(error) && key.succeededAtMs < begunAtMs) this.noteStuck(id, key);
      throw error;
    } finally {
      key.running--;
      this.running--;
      this.forgetIfIdle(id, key);
      this.beginNext();
    }
  }

  private keyOf(id: number): Key {
    const known = this.keys.get(id);
    if (known) return known;
    const key = { running: 0, waiting: new Set<Waiting>(), succeededAtMs: -Infinity };
    this.keys.set(id, key);
    return key;
  }

  private forgetIfIdle(id: number, key: Key): void {
    if (key.running === 0 && key.waiting.size === 0) this.keys.delete(id);
  }

  /** Resolves when the transaction counts as running. */
  private turn(id: number, key: Key, beginWithinMs: number): Promise<void> {
    if (this.isStuck(id) && key.waiting.size >= MAX_WAITING_FOR_A_STUCK_KEY) {
      throw new TemporarilyUnavailableError();
    }
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const leave = (): void => {
      clearTimeout(timeout);
      key.waiting.delete(waiting);
    };
    const waiting: Waiting = {
      begin: () => {
        leave();
        resolve(undefined);
      },
      fail: () => {
        leave();
        this.forgetIfIdle(id, key);
        reject(new TemporarilyUnavailableError());
      },
    };
    const timeout = setTimeout(waiting.fail, Math.max(0, beginWithinMs)).unref();
    key.waiting.add(waiting);
    this.beginNext();
    return promise;
  }

  private noteStuck(id: number, key: Key): void {
    const now = performance.now();
    for (const [other, untilMs] of this.stuckUntilMs) {
      if (untilMs <= now) this.stuckUntilMs.delete(other);
    }
    this.stuckUntilMs.set(id, now + STUCK_MS);
    for (const { fail } of [...key.waiting].slice(MAX_WAITING_FOR_A_STUCK_KEY)) fail();
  }

  /** Begins waiting transactions, those of each key in turn, until no further one may begin. */
  private beginNext(): void {
    for (const [id, key] of this.keys) {
      if (this.running >= this.maxRunning) return;
      const [first] = key.waiting;
      if (!first || !this.mayBegin(id, key)) continue;
      key.running++;
      this.running++;
      // Behind all other keys. An entry that was moved is visited again in the same loop.
      this.keys.delete(id);
      this.keys.set(id, key);
      first.begin();
    }
  }

  private mayBegin(id: number, { running }: Key): boolean {
    if (!this.isStuck(id)) return running < MAX_TRANSACTIONS_OF_A_KEY;
    if (running > 0) return false;
    let runningOfStuckKeys = 0;
    for (const [other, key] of this.keys) {
      if (key.running > 0 && this.isStuck(other)) runningOfStuckKeys += key.running;
    }
    return runningOfStuckKeys < this.maxRunningOfStuckKeys;
  }
}
