import type { NewRefusal } from './order-refusal.js';

/**
 * Refusals that wait to be written, oldest first. Their number is limited, and one account may have as many as there is
 * room left: alone it fills half of the queue, and n accounts that are refused without end leave an n-th part of what
 * they take to the others.
 */
export class RefusalQueue {
  private readonly waiting: NewRefusal[] = [];
  private readonly ofAccounts = new Map<number, number>();

  constructor(private readonly capacity: number) {}

  get size(): number {
    return this.waiting.length;
  }

  /** @returns false if there is no room for it. */
  add(refusal: NewRefusal): boolean {
    const ofAccount = this.ofAccounts.get(refusal.accountId) ?? 0;
    if (ofAccount >= this.capacity - this.waiting.length) return false;
    this.waiting.push(refusal);
    this.ofAccounts.set(refusal.accountId, ofAccount + 1);
    return true;
  }

  oldest(count: number): readonly NewRefusal[] {
    return this.waiting.slice(0, count);
  }

  /** Removes as many of the oldest. */
  remove(count: number): void {
    for (const { accountId } of this.waiting.splice(0, count)) {
      const left = (this.ofAccounts.get(accountId) ?? 0) - 1;
      if (left > 0) this.ofAccounts.set(accountId, left);
      else this.ofAccounts.delete(accountId);
    }
  }
}
