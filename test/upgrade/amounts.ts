import type { Scenario } from '../support/scenarios.js';

/** The options of the command line with their defaults. */
export const DEFAULTS = {
  /** Commit or tag of the release that is upgraded. */
  from: '',
  /** Orders that the release before places, before the schema is migrated. */
  orders: 2000,
  /** Orders of the last year that the shop has before; 0: it is empty. */
  filled: 0,
  /** Kills of an instance while both releases serve. */
  kills: 10,
  /** Orders in a second while instances are replaced behind a proxy. */
  rate: 30,
};

export type Amounts = Readonly<typeof DEFAULTS>;

/** A way through an upgrade. */
export type Upgrade = Scenario<Amounts>;
