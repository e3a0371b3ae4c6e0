import type { Scenario as AnyScenario } from '../support/scenarios.js';

/** The options of the command line with their defaults. */
export const DEFAULTS = {
  /** A commit that is besieged beside this checkout; none when empty. */
  before: '',
  /** Products of the catalog. */
  products: 6_000,
  /** Connections that pipeline. */
  connections: 20,
  /** Halves of requests. */
  halves: 400,
  /** Connections of either kind that trickle. */
  trickles: 50,
  /** Connections that ask and do not read. */
  readers: 200,
  /** Zeros of the supplier's catalog. */
  zeros: 40_000_000,
  /** Codes with which a supplier answers an order of one piece. */
  codes: 60_000,
  /** Messages to the receiver that never answers. */
  messages: 10_000,
  /** Messages that are due at once. */
  jobs: 50_000,
  /** Categories of the supplier's chain. */
  chain: 15_000,
  /** Categories of our own chain. */
  depth: 5_000,
  /** Callers with wrong tokens. */
  callers: 512,
  /** Audiences that read at once. */
  audiences: 100,
  /** Slow connections, wrong tokens and distinct URLs of all together. */
  slow: 2_000,
  tokens: 1_000_000,
  urls: 20_000,
  /** Forms of the sign-in that trickle. */
  forms: 120,
  /** Networks that try passwords, and their attempts a second together. */
  networks: 100,
  attempts: 50,
  /** Longest time of all together. */
  seconds: 100,
};

export type Amounts = Readonly<typeof DEFAULTS>;

/** One case. */
export type Scenario = AnyScenario<Amounts>;

/** The limits that hold in every case. */
export const BOUNDS = {
  /** From one answer to an honest `ping` to the next, on two cores that the attackers share. */
  longestGapMs: 2_000,
  /** Resident memory of the server. */
  residentMebibytes: 1_024,
  /** From its commit to its arrival, of a message to somebody else. */
  othersMessageSeconds: 5,
  /** The server ends so soon after SIGTERM. */
  stopSeconds: 30,
  /** Headers of a request, the whole of it, and a write without progress: the defaults of the settings. */
  headersSeconds: 15,
  requestSeconds: 20,
  writeSeconds: 30,
  /** A connection may be open for so much longer: time-outs are looked at now and then, on a busy machine. */
  toleranceSeconds: 10,
  /** Work of the main thread without a break, where one request used to hold it up. */
  longestWorkMs: 50,
} as const;
