import type { Scenario } from '../support/scenarios.js';

/** The options of the command line with their defaults. */
export const DEFAULTS = {
  /** Failovers to a synchronous standby. */
  failovers: 10,
  /** Failovers to an asynchronous standby that has fallen behind. */
  losses: 3,
  /** Seconds for which an old primary that lives on is watched. */
  watch: 60,
  /** Orders at a supplier in each part of a restore. */
  resold: 20,
  /** Orders in a second. */
  rate: 30,
};

export type Amounts = Readonly<typeof DEFAULTS>;

/** One drill: something that an operator will have to live through. */
export type Drill = Scenario<Amounts>;
