import type { Scenario as AnyScenario } from '../support/scenarios.js';

/** The options of the command line with their defaults. */
export const DEFAULTS = {
  /** Kills of the app at each marked point. */
  kills: 25,
  /** Kills of the app between an event and its listener. */
  listenerKills: 100,
  /** Kills of PostgreSQL. */
  crashes: 20,
  /** Connections cut at a commit. */
  cuts: 500,
  /** Statements that arrive late. */
  lates: 20,
  /** Orders under random faults. */
  orders: 10_000,
  /** Seconds after which what was refused is looked for again. */
  patience: 60,
  /** Kills of two servers while an operator decides orders. */
  decisionKills: 30,
  /** Stops by SIGTERM. */
  stops: 20,
};

export type Amounts = Readonly<typeof DEFAULTS>;

/** One kind of fault. */
export type Scenario = AnyScenario<Amounts>;
