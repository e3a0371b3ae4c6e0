import type { Scenario as AnyScenario } from '../../support/scenarios.js';

/** The options of the command line with their defaults. */
export const DEFAULTS = {
  /** Products of the stored catalog; the file has about as many. */
  products: 100_000,
  /** Seconds for which the requests of others are measured without an import. */
  seconds: 30,
  /** Products of the stored catalog where servers are killed. */
  killProducts: 20_000,
  /** How often a server is killed while it applies an import. */
  kills: 5,
};

/** One scenario of uploads. */
export type Scenario = AnyScenario<Readonly<typeof DEFAULTS>>;
