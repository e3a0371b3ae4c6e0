import { CatalogPolicies } from '../../../src/catalog/policies/catalog-policies.js';
import { RevisionWatch } from '../../../src/database/revision/revision-watch.js';
import { ShopRows } from '../../../src/start/testing/shop-rows.js';
import { ACME, createAcmeTables } from '../../support/acme-policies.js';
import { CatalogMirror, type ChangesAnswer } from '../../support/catalog-mirror.js';
import { Instance } from '../../support/instance.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

/** The servers of a catalog of four products, 13 switched off and 21 for testing, which policies decide about. */
interface Servers {
  readonly db: TestDatabase;
  readonly rows: ShopRows;
  readonly one: Instance;
  readonly other: Instance;
  /** Who follows the catalog, of the group `gold`. */
  readonly token: string;
}

/** A catalog on two servers that copies follow by `changes`. */
export class FollowedCatalog {
  readonly db: TestDatabase;
  readonly rows: ShopRows;
  readonly one: Instance;
  readonly other: Instance;
  readonly token: string;

  private constructor(servers: Servers) {
    ({
      db: this.db,
      rows: this.rows,
      one: this.one,
      other: this.other,
      token: this.token,
    } = servers);
  }

  // A shop of its own: a policy for all, and copies of the whole catalog that two servers answer.
  static async start(): Promise<FollowedCatalog> {
    const db = await createTestDatabase();
    const rows = new ShopRows(db);
    await createAcmeTables(db);
    const { token } = await rows.account({ group: 'gold' });
    await rows.category({ id: 1 });
    await rows.category({ id: 2, testingOnly: true });
    for (const id of [11, 12, 13]) await rows.product({ id, categoryId: 1, available: id !== 13 });
    await rows.product({ id: 21, categoryId: 2 });
    const one = await Instance.on(db);
    const other = await Instance.on(db);
    for (const each of [one, other]) each.service(CatalogPolicies).use(ACME);
    return new FollowedCatalog({ db, rows, one, other, token });
  }

  async close(): Promise<void> {
    await this.one.close();
    await this.other.close();
    await this.db.drop();
  }

  mirrorOf(instance: Instance, token = this.token): CatalogMirror {
    return new CatalogMirror((route) => instance.send(token, route));
  }

  /** A copy that has followed up to now. */
  async followed(token = this.token): Promise<CatalogMirror> {
    await this.bothCurrent();
    const mirror = this.mirrorOf(this.one, token);
    await mirror.follow();
    return mirror;
  }

  /** Follows once more, and compares with a fresh catalog. */
  async next(mirror: CatalogMirror): Promise<ChangesAnswer> {
    await this.bothCurrent();
    const answer = await mirror.follow();
    expect(mirror.items).toEqual(await mirror.fresh());
    return answer;
  }

  async setPrice(price: number, id = 11): Promise<void> {
    await this.db.query('UPDATE products SET price = $1 WHERE id = $2', [price, id]);
  }

  async revision(): Promise<{ revision: string; nonce: string }> {
    const query = 'SELECT * FROM catalog_revision';
    return (await this.db.query<{ revision: string; nonce: string }>(query))[0]!;
  }

  private async bothCurrent(): Promise<void> {
    for (const each of [this.one, this.other]) await each.service(RevisionWatch).refresh();
  }
}
