import { Client } from 'pg';
import { OperatorError } from '../../../src/common/app-error.js';
import type { Random } from '../random.js';
import type { TestDatabase } from '../test-database.js';
import { setMarker, type ChangingShop } from './changing-shop.js';
import { OPERATOR_CHANGES, type OperatorContext, type ShopServices } from './operator-changes.js';
import { CHANGES_OF_EVERYTHING, ITEM_CHANGES } from './item-changes.js';
import type { ChangeKind, Query } from './change-kinds.js';
import { RULE_CHANGES } from './rule-changes.js';

/** One change in so many is one of everything. */
const CHANGES_PER_EVERYTHING = 400;
const TRANSACTION_SHARE = 0.04;
const OPERATOR_SHARE = 0.12;

const SQL_CHANGES = [...ITEM_CHANGES, ...RULE_CHANGES];

/** Makes random changes of a catalog, one after the other. */
export class CatalogChanger {
  /** Changes so far; each of a transaction counts. */
  count = 0;
  private markers = 0;

  private constructor(
    private readonly client: Client,
    private readonly random: Random,
    private readonly shop: ChangingShop,
    private readonly services: ShopServices,
  ) {}

  /** @param services of a running application on the same database */
  static async on(
    { directUrl }: Pick<TestDatabase, 'directUrl'>,
    random: Random,
    shop: ChangingShop,
    services: ShopServices,
  ): Promise<CatalogChanger> {
    const client = new Client({ connectionString: directUrl });
    await client.connect();
    return new CatalogChanger(client, random, shop, services);
  }

  async change(): Promise<void> {
    if (this.random.chance(1 / CHANGES_PER_EVERYTHING)) await this.run(CHANGES_OF_EVERYTHING);
    else if (this.random.chance(TRANSACTION_SHARE)) await this.transaction();
    else if (this.random.chance(OPERATOR_SHARE)) await this.operate();
    else await this.run(SQL_CHANGES);
  }

  /** Writes a name that every account sees. @returns the name, which no marker has had before */
  async mark(): Promise<string> {
    const name = `Marker ${++this.markers} ${this.random.between(0, 1e9)}`;
    await setMarker({ query: this.query }, name);
    return name;
  }

  async close(): Promise<void> {
    await this.client.end();
  }

  /** Several changes that are committed together, or none of them. A part of them is taken back by later ones. */
  private async transaction(): Promise<void> {
    await this.query('BEGIN');
    for (let left = this.random.between(2, 6); left > 0; left--) await this.run(SQL_CHANGES);
    await this.query(this.random.chance(0.25) ? 'ROLLBACK' : 'COMMIT');
  }

  private async operate(): Promise<void> {
    try {
      await this.run(OPERATOR_CHANGES);
    } catch (error) {
      // An operator is told so when an item does not exist or would stand below itself.
      if (!(error instanceof OperatorError)) throw error;
    }
  }

  private async run(kinds: readonly ChangeKind<OperatorContext>[]): Promise<void> {
    const { query, random, shop, services } = this;
    const kind = chosen(kinds, random);
    this.count++;
    await kind.run({ query, random, shop, services });
  }

  private readonly query: Query = async <Row extends object>(
    sql: string,
    parameters: readonly unknown[] = [],
  ) => (await this.client.query<Row>(sql, [...parameters])).rows;
}

function chosen(
  kinds: readonly ChangeKind<OperatorContext>[],
  random: Random,
): ChangeKind<OperatorContext> {
  let left = random.next() * kinds.reduce((sum, { weight }) => sum + weight, 0);
  for (const kind of kinds) {
    left -= kind.weight;
    if (left < 0) return kind;
  }
  throw new Error('there is no kind of change');
}
