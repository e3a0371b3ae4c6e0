import { Injectable } from '@nestjs/common';
import type { AfterCommit } from '../../../database/database.js';
import type { OrderRef } from '../../../orders/order.entity.js';

/** The codes of an order that this server has delivered. */
export interface HandedOut extends OrderRef {
  readonly stock: string;
  /** The codes, encrypted as they are in stock. */
  readonly encrypted: readonly Buffer[];
  /** In which they were taken. */
  readonly lineage: string;
}

const KEPT_MS = 10 * 60_000;
const UNSETTLED_MS = 10_000;
/** Some 40 MB. */
const MOST_CODES = 100_000;

/**
 * What this server has handed out within ten minutes, so that it can tell after a failover what was lost. The last order is
 * always kept: where it is found, so is everything from before it.
 */
@Injectable()
export class HandedOutCodes {
  /** Oldest first, with the time by `performance.now()`. */
  private readonly orders = new Map<HandedOut, number>();
  private codes = 0;
  /** With the time by `performance.now()`. */
  private readonly uncertain = new Map<HandedOut, number>();
  private answered: string | undefined;
  private overtaken = false;

  /**
   * The last lineage in which the server has answered: it hands out no code in another one. Undefined until it has entered
   * itself where others see it.
   */
  get answeredIn(): string | undefined {
    return this.answered;
  }

  /** The lineage in which all that was handed out was looked for; undefined where that is to be done. */
  get lookedFor(): string | undefined {
    return this.overtaken ? undefined : this.answered;
  }

  /** These were looked for in this lineage. What was handed out meanwhile in another one is to be looked for, too. */
  answer(lineage: string, orders: readonly HandedOut[]): void {
    const looked = new Set(orders);
    this.answered = lineage;
    this.overtaken = this.all().some((order) => order.lineage !== lineage && !looked.has(order));
  }

  /** To be called when the transaction was committed. */
  note(order: HandedOut): void {
    const now = performance.now();
    this.orders.set(order, now);
    this.codes += order.encrypted.length;
    // A commit on the former server may be known only after all was looked for on the present one.
    this.overtaken ||= order.lineage !== this.answered;
    for (const [oldest, at] of this.orders) {
      if (oldest === order || (now - at <= KEPT_MS && this.codes <= MOST_CODES)) break;
      this.orders.delete(oldest);
      this.codes -= oldest.encrypted.length;
    }
  }

  /** To be called when the answer to the commit was lost: if it was committed, a repetition hands the codes out. */
  noteUncertain(order: HandedOut): void {
    this.uncertain.set(order, performance.now());
  }

  /** Notes the order either way when its transaction ends with a commit. */
  atCommit(order: HandedOut): AfterCommit {
    return (isCertain) => {
      if (isCertain) this.note(order);
      else this.noteUncertain(order);
    };
  }

  /** What was noted so, and is not settled. */
  get unsettled(): HandedOut[] {
    return [...this.uncertain.keys()];
  }

  /** Notes those that were found in the database; the others are forgotten once no commit can be under way any more. */
  settle(isFound: (order: HandedOut) => boolean): void {
    for (const [order, at] of this.uncertain) {
      const found = isFound(order);
      if (!found && performance.now() - at < UNSETTLED_MS) continue;
      this.uncertain.delete(order);
      if (found) this.note(order);
    }
  }

  all(): HandedOut[] {
    return [...this.orders.keys()];
  }
}
