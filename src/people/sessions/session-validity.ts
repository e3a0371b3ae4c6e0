/**
 * What a session is good for: to give the second factor, to set one up, or for everything. Each change of it makes a
 * new session with another secret.
 */
export type SessionStage = 'code' | 'enrol' | 'full';

/** What decides about a session, as it is in the database. */
export interface SessionState {
  readonly stage: SessionStage;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly endedAt: Date | null;
  /** Of its operator. */
  readonly disabledAt: Date | null;
}

const MINUTE_MS = 60_000;

/** How long a session lives, however it is used. */
const LIFETIMES_MS: Readonly<Record<SessionStage, number>> = {
  code: 5 * MINUTE_MS,
  enrol: 30 * MINUTE_MS,
  full: 12 * 60 * MINUTE_MS,
};
/** How long a session lives without a request. */
const IDLE_LIFETIME_MS = 60 * MINUTE_MS;
/** A use is noted at most this often. */
const NOTED_INTERVAL_MS = MINUTE_MS;

/** @param now by the clock of the database, like the times of the session. */
export function isSessionValid(session: SessionState, now: Date): boolean {
  return (
    session.endedAt === null &&
    session.disabledAt === null &&
    since(session.createdAt, now) < LIFETIMES_MS[session.stage] &&
    since(session.lastSeenAt, now) < IDLE_LIFETIME_MS
  );
}

/** True if the use of the session is to be noted. */
export function isUseToNote({ lastSeenAt }: SessionState, now: Date): boolean {
  return since(lastSeenAt, now) >= NOTED_INTERVAL_MS;
}

function since(time: Date, now: Date): number {
  return now.getTime() - time.getTime();
}
