import type { Random } from './random.js';

/** How much of everything; the defaults are what the project promises. */
export interface Amounts {
  /** Kills of the app at each marked point. */
  readonly kills: number;
  /** Kills of PostgreSQL. */
  readonly crashes: number;
  /** Connections cut at a commit. */
  readonly cuts: number;
  /** Statements that arrive late. */
  readonly lates: number;
  /** Orders under random faults. */
  readonly orders: number;
  /** Seconds after which what was refused is looked for again. */
  readonly patience: number;
  /** Stops by SIGTERM. */
  readonly stops: number;
}

/** What a scenario did, in words for the table, and what was wrong; no fault means that the promise was kept. */
export interface Findings {
  readonly did: string;
  readonly faults: readonly string[];
}

/** One way of breaking things. */
export interface Scenario {
  readonly title: string;
  run(random: Random, amounts: Amounts, say: (line: string) => void): Promise<Findings>;
}
