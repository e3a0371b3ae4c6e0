import { setTimeout as sleep } from 'node:timers/promises';
import { hashOfToken } from '../../../src/account/access/token-secret.js';
import { ShopRows } from '../../../src/start/testing/shop-rows.js';
import type { Faults } from '../faults.js';
import type { Random } from '../random.js';
import type { TestDatabase } from '../test-database.js';
import { until } from '../until.js';
import type { CatalogChanger } from './catalog-changer.js';
import { ChangesReader, SyncTally, type CatalogInstance } from './changes-reader.js';
import type { ChangingShop } from './changing-shop.js';
import { naiveDifferences } from './naive-check.js';

/** Each reader is compared at every step, at every second one and so on: the longer it waits, the older its cursor. */
const COMPARED_EVERY = [1, 1, 1, 2, 3, 5, 8, 13, 40, Infinity];
const NAIVE_EVERY = 5;
const FOREIGN_EVERY = 20;

/** Of this many changes the server may well answer everything. */
const MAX_REVISIONS = 3_000;

/** What a step does besides the changes. */
export interface StepOptions {
  /** Between two changes. */
  readonly intervalMs?: number;
  /** Happens after half of the changes, while accounts read. */
  readonly meanwhile?: () => Promise<unknown>;
  /** All readers are compared, also those that are not due. */
  readonly everyone?: boolean;
}

interface LogState {
  readonly revision: number;
  readonly oldest: number;
  readonly isOfEverything: boolean;
  readonly isOfPolicies: boolean;
}

/** Accounts that keep copies of a catalog, and are compared with it after every step. */
export class Followers {
  readonly tally = new SyncTally();
  readonly readers: readonly ChangesReader[];
  /** False while policies of extensions decide, of which the plain reading of the rules knows nothing. */
  isNaive = true;
  steps = 0;
  private revision = 0;

  constructor(
    private readonly db: TestDatabase,
    private readonly shop: ChangingShop,
    private readonly instances: readonly CatalogInstance[],
    private readonly random: Random,
    private readonly faults: Faults,
  ) {
    this.readers = shop.accounts.map(
      (account) => new ChangesReader(account, instances, this.tally, faults),
    );
  }

  /** Some changes while accounts read; then, while nothing changes, those that are due are compared. */
  async step(changer: CatalogChanger, changes: number, options: StepOptions = {}): Promise<void> {
    await this.change(changer, changes, options);
    await this.compare(await changer.mark(), options);
  }

  /** Some changes while accounts read. */
  async change(
    changer: CatalogChanger,
    changes: number,
    { intervalMs = 0, meanwhile }: StepOptions = {},
  ): Promise<void> {
    const [half, end] = [changer.count + changes / 2, changer.count + changes];
    const during = { isOver: false };
    const reading = this.read(during);
    const changeUntil = async (count: number): Promise<void> => {
      while (changer.count < count) {
        await changer.change();
        await sleep(intervalMs);
      }
    };
    try {
      await changeUntil(half);
      await meanwhile?.();
      await changeUntil(end);
    } finally {
      during.isOver = true;
      await reading;
    }
  }

  /** Compares the readers that are due, or all. Nothing may change meanwhile. */
  async compare(marker: string, { everyone = false }: StepOptions = {}): Promise<void> {
    this.steps++;
    const due = this.readers.filter((_, index) => everyone || this.isDue(index));
    const log = await this.readLog();
    await Promise.all(
      due.map(async (reader) => {
        if (log.oldest > reader.revision + 1) reader.expectFull('a log that was cut');
        if (log.revision - reader.revision > MAX_REVISIONS) reader.expectFull('many changes');
        await reader.compare(marker);
        reader.revision = log.revision;
      }),
    );
    const reader = this.random.pick(due);
    if (this.isNaive && this.steps % NAIVE_EVERY === 0) {
      const differences = await naiveDifferences(this.db, reader);
      for (const each of differences) this.faults.add('not what the rules say', each);
    }
    if (this.steps % FOREIGN_EVERY === 0) {
      const others = this.readers.filter((other) => other !== reader);
      await reader.compareWithCursorsOfOthers(this.random.pick(others), marker);
    }
  }

  /** Another group or setting for one account. Resolves when all instances know it. */
  async changeAccount(): Promise<void> {
    const { db, shop, random } = this;
    const reader = random.pick(this.readers);
    const [assignment, value] = random.pick<[string, unknown]>([
      ['group_id = $3::integer', random.pick([null, ...shop.groups])],
      ['show_unavailable = $3::boolean', random.chance(0.4)],
      ['testing = $3::boolean', random.chance(0.4)],
    ]);
    // Once an instance refuses a token that it has admitted, it knows all that was committed with the revocation.
    const probe = await new ShopRows(db).token(reader.account.id);
    await this.untilAll(probe, (status) => status === 200);
    await db.query(
      `WITH revoked AS (UPDATE access_tokens SET revoked_at = now() WHERE token_hash = $1)
       UPDATE accounts SET ${assignment} WHERE id = $2`,
      [hashOfToken(probe), reader.account.id, value],
    );
    await this.untilAll(probe, (status) => status === 401);
    reader.expectFull('an account that was changed');
  }

  expectFull(reason: string): void {
    for (const reader of this.readers) reader.expectFull(reason);
  }

  /** The log of changes may begin anew, with lower numbers. */
  forgetLog(): void {
    this.revision = 0;
  }

  private isDue(index: number): boolean {
    return this.steps % (COMPARED_EVERY[index % COMPARED_EVERY.length] ?? 1) === 0;
  }

  /** Those that are compared at every step read all the time. */
  private async read(during: { readonly isOver: boolean }): Promise<void> {
    const eager = this.readers.filter((_, index) => COMPARED_EVERY[index % 10] === 1);
    for (let next = 0; !during.isOver; next++) {
      await eager[next % eager.length]?.sync();
      await sleep(0);
    }
  }

  /** Notes what makes the next answers full, from the log of changes itself. */
  private async readLog(): Promise<LogState> {
    const [log] = await this.db.query<LogState>(LOG, [this.revision]);
    if (!log) throw new Error('there is no catalog revision');
    if (log.isOfEverything) this.expectFull('a change of everything');
    if (log.isOfPolicies) this.expectFull('facts of policies');
    this.revision = log.revision;
    return log;
  }

  private async untilAll(token: string, isWanted: (status: number) => boolean): Promise<void> {
    for (const instance of this.instances) {
      await until(async () => isWanted((await instance.send(token, 'profile')).status));
    }
  }
}

const LOG = `
  SELECT (SELECT revision FROM catalog_revision)::integer AS revision,
    min(revision)::integer AS oldest,
    bool_or(kind = 'everything' AND revision > $1) AS "isOfEverything",
    bool_or(kind = 'policy' AND revision > $1) AS "isOfPolicies"
  FROM catalog_changes`;
