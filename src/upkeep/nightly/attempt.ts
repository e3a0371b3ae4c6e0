import { setTimeout as wait } from 'node:timers/promises';
import type { Pace } from '../backup/backup-writer.js';
import type { NightlyState } from './nightly-state.repository.js';

/** After each piece of 16 to 64 KiB, which takes a part of that: requests come first. */
const PAUSE_MS = 1;

/** One attempt to make a backup. */
export class Attempt {
  constructor(
    readonly folder: string,
    /** What was known when it began. */
    readonly state: NightlyState,
    /** Ends it. */
    readonly signal: AbortSignal,
  ) {}

  readonly pace: Pace = async () => {
    await wait(PAUSE_MS, undefined, { signal: this.signal });
  };
}
