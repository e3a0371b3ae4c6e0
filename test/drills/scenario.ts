import type { Scenario } from '../support/scenarios.js';

/** The options of the command line with their defaults. */
export const DEFAULTS = {
  /** Failovers to a synchronous standby. */
  failovers: 10,
  /** Planned switchovers, each with a restart of the database. */
  switchovers: 3,
  /** Failovers that Patroni does. */
  patroni: 2,
  /** Failovers to an asynchronous standby that has fallen behind. */
  losses: 3,
  /** Seconds for which the row of an account is locked. */
  locked: 60,
  /** Callers that order at once for the account whose row is locked. */
  callers: 500,
  /** Stops of an instance within its transactions. */
  freezes: 6,
  /** Rounds of kills in two PID namespaces. */
  rounds: 20,
  /** Rolling restarts of both instances behind each proxy. */
  restarts: 3,
  /** Seconds for which an old primary that lives on is watched. */
  watch: 60,
  /** Orders in a second during rolling restarts. */
  restartRate: 20,
  /** Servers, and as many migrations, that start at once on an empty database. */
  starts: 3,
  /** Rounds of such starts. */
  startRounds: 4,
  /** Commit or tag of a release that lives through the same beside this checkout, where a drill can; none when empty. */
  before: '',
  /** Orders at a supplier in each part of a restore. */
  resold: 20,
  /** For which a supplier answers everything that it can think of. */
  minutes: 10,
  /** Orders in a second. */
  rate: 30,
};

export type Amounts = Readonly<typeof DEFAULTS>;

/** One drill: something that an operator will have to live through. */
export type Drill = Scenario<Amounts>;
