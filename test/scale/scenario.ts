import type { Scenario as AnyScenario } from '../support/scenarios.js';

/** The options of the command line with their defaults. */
export const DEFAULTS = {
  /** Reads that the fleet answers while all is well. */
  reads: 10_000,
  /** Changes of the catalog a second while it does, and while accounts follow them. */
  changes: 50,
  /** Changes that accounts follow by `changes`. */
  followedChanges: 20_000,
  /** Accounts that follow them. */
  followers: 10,
  /** Seconds of each disturbance of the fleet. */
  disturbance: 10,
  /** Orders through PgBouncer. */
  orders: 1_000,
  /** Ledger entries of one account, and as many orders. */
  entries: 100_000,
  /** Products of the large catalog. */
  products: 100_000,
  /** Products of the catalog that a hundred audiences ask for at once. */
  stampedeProducts: 6_000,
  /** Accounts on the large catalog. */
  accounts: 1_000,
  /** Seconds for which the large catalog is read. */
  seconds: 60,
  /** Seconds of each round of the limits. */
  limitSeconds: 90,
  /** Seconds for which orders are followed. */
  feedSeconds: 300,
  /** Requests that wait for orders. */
  waits: 10_000,
  /** Orders of which each takes so many bytes. */
  storedOrders: 200_000,
  /** Minutes of mixed load. */
  minutes: 30,
};

export type Amounts = Readonly<typeof DEFAULTS>;

/** One scenario of scale. */
export type Scenario = AnyScenario<Amounts>;
