/**
 * What time it is for the whole shop. All instances go by the clock of the database; while that differs from those of
 * instances that agree, they go by their own.
 */
export class ShopClock {
  private offsetMs = 0;
  private isDatabaseOdd = false;

  /** @param offsetMs what the clock of the database shows more than that of this process. */
  set(offsetMs: number, isDatabaseOdd: boolean): void {
    this.offsetMs = offsetMs;
    this.isDatabaseOdd = isDatabaseOdd;
  }

  now(): Date {
    return this.isDatabaseOdd ? new Date() : this.databaseNow();
  }

  /** How long ago the database has stamped a time, by its own clock. */
  ageMs(stamped: Date): number {
    return this.databaseNow().getTime() - stamped.getTime();
  }

  /** The same, for what must not count as over too early: a clock of the database that has jumped ahead does not count. */
  leastAgeMs(stamped: Date): number {
    return Math.min(this.ageMs(stamped), this.now().getTime() - stamped.getTime());
  }

  /** What the database would stamp now. */
  databaseNow(): Date {
    return new Date(Date.now() + this.offsetMs);
  }
}

/** That of this process, as `Date` is. Until it is set it shows the time of the process. */
export const shopClock = new ShopClock();
