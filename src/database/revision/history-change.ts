/** What another history of the database means, and whether committed changes may be lost. */
export interface HistoryChange {
  readonly mayHaveLost: boolean;
  readonly message: string;
}

/** The server's start is the last part of a history; see `current_database_history` in the migrations. */
const RESTARTED: HistoryChange = {
  mayHaveLost: false,
  message: 'the database server was restarted',
};

const CONSEQUENCE = 'committed changes may be lost; what this server remembered is read anew';

/** @param before and `now`: two different histories. */
export function historyChange(before: string, now: string): HistoryChange {
  const [formerPlace = '', formerSystem, formerTimeline] = before.split(' ');
  const [place = '', system, timeline] = now.split(' ');
  // Only its first part was copied where the same database is found elsewhere: the numbers behind are those of a server.
  const isRestored = place.split('/')[0] !== formerPlace.split('/')[0];
  const what =
    isRestored || (place !== formerPlace && system === formerSystem)
      ? 'the database was restored'
      : system !== formerSystem
        ? 'the database is on another server'
        : timeline !== formerTimeline
          ? `the database went on in timeline ${timeline} after timeline ${formerTimeline}, as after the promotion of a standby`
          : undefined;
  return what === undefined ? RESTARTED : { mayHaveLost: true, message: `${what}: ${CONSEQUENCE}` };
}

/**
 * The part of a history that a restore or a failover changes, but no restart. A database service that withholds the
 * timeline shows a failover as a restart only. The same as `current_database_lineage` in the migrations.
 */
export function lineageOf(history: string): string {
  const [id, system, timeline] = history.split(' ');
  return timeline === '-' ? history : `${id} ${system} ${timeline}`;
}
