const NIGHT_HOUR = 3;
const RETRY_MS = 3_600_000;

/** When backups were tried and made, by the clock of the database. */
interface Attempts {
  readonly now: Date;
  /** Null if there was none. */
  readonly beganAt: Date | null;
  /** Of the last attempt that has written a file. */
  readonly endedAt: Date;
}

/** One is due from three o'clock at night on, in the time zone of this process; after a failure it is tried each hour. */
export function isDue({ now, beganAt, endedAt }: Attempts): boolean {
  if (endedAt >= lastNight(now)) return false;
  return beganAt === null || now.getTime() - beganAt.getTime() >= RETRY_MS;
}

function lastNight(now: Date): Date {
  const night = new Date(now);
  night.setHours(NIGHT_HOUR, 0, 0, 0);
  if (night > now) night.setDate(night.getDate() - 1);
  return night;
}
