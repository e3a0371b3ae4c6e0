import type { TestDatabase } from '../../support/test-database.js';
import type { Faults } from '../../support/faults.js';
import type { WatchedServer } from '../watched-server.js';

const MEBIBYTE = 2 ** 20;
/** Memory may grow by so much after warm-up. */
const GROWTH = 1.1;
/** Of connections and files that come and go, so many more are no leak. */
const SLACK = 5;
/** The part of a run that is warm-up, and the part of the rest that is compared at either end. */
const PART = 0.2;
/** Caches fill for a minute at least, also in a short trial. */
const LEAST_WARM_UP_MINUTES = 1;
const MAX_WARM_UP = 0.5;

interface Sample {
  readonly resident: number;
  readonly heap: number;
  /** What the last collection of the whole heap has left. */
  readonly inUse: number;
  readonly connections: number;
  readonly files: number;
}

type Name = keyof Sample;

/** What the server takes while it runs. */
export class Samples {
  private readonly samples: Sample[] = [];
  private longestPause = 0;

  constructor(
    private readonly server: WatchedServer,
    private readonly db: TestDatabase,
  ) {}

  async take(): Promise<string> {
    const { heapUsed, heapInUse, longestPause } = await this.server.figures();
    this.longestPause = Math.max(this.longestPause, longestPause);
    const [row] = await this.db.query<{ connections: number }>(CONNECTIONS);
    const sample = {
      resident: (await this.server.residentBytes()) / MEBIBYTE,
      heap: heapUsed / MEBIBYTE,
      inUse: heapInUse / MEBIBYTE,
      connections: row?.connections ?? NaN,
      files: await this.server.openFiles(),
    };
    this.samples.push(sample);
    const { resident, heap, inUse, connections, files } = sample;
    return `${resident.toFixed(0)} MiB resident, ${heap.toFixed(0)} MiB of heap, ${inUse.toFixed(0)} of them in use, ${connections} connections, ${files} open files`;
  }

  /** Compares the first fifth after warm-up with the last one. */
  judge(faults: Faults, minutes: number): string {
    const warmUp = Math.min(MAX_WARM_UP, Math.max(PART, LEAST_WARM_UP_MINUTES / minutes));
    const steady = this.samples.slice(Math.ceil(this.samples.length * warmUp));
    const count = Math.max(1, Math.floor(steady.length * PART));
    const means = (some: readonly Sample[], name: Name): number =>
      some.reduce((sum, sample) => sum + sample[name], 0) / some.length;
    const told = (['resident', 'heap', 'inUse', 'connections', 'files'] as const).map((name) => {
      const [first, last] = [steady.slice(0, count), steady.slice(-count)].map((some) =>
        means(some, name),
      );
      this.hold(name, first ?? NaN, last ?? NaN, faults);
      return `${name} ${first?.toFixed(0) ?? ''} → ${last?.toFixed(0) ?? ''}`;
    });
    return `${told.join(', ')}, longest pause ${this.longestPause.toFixed(0)} ms`;
  }

  /** The heap is printed but not judged: it contains garbage, and caches that fill. */
  private hold(name: Name, first: number, last: number, faults: Faults): void {
    if (name === 'resident') faults.limit('resident memory', last, first * GROWTH, 'MiB');
    else if (name === 'connections' || name === 'files')
      faults.limit(name, last, first * GROWTH + SLACK, 'of them');
  }
}

/** Those of the tests have no name. */
const CONNECTIONS = `
  SELECT count(*)::integer AS connections FROM pg_stat_activity
  WHERE datname = current_database() AND application_name <> ''`;
