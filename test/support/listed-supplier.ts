import { SupplierCatalogService } from '../../src/fulfillment/upstream/listing/supplier-catalog.service.js';
import type { ListingSettings } from '../../src/fulfillment/upstream/listing/supplier-listing.service.js';
import { SupplierService } from '../../src/fulfillment/upstream/supplier/supplier.service.js';
import { acceptingUnusual } from './accepting-unusual.js';
import type { ScriptedShop } from './scripted-shop.js';
import type { TestShop } from './test-shop.js';

/** A product of ours that is listed for one of theirs. */
export interface Ours {
  readonly id: number;
  readonly price: string;
  readonly available: boolean;
}

const TEN = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** A scripted shop with ten products at 1 USD in its category 2, below its category 1, whose catalog we list. */
export class ListedSupplier {
  /** Its products by id. */
  readonly theirs = new Map<
    number,
    { price: string; available?: boolean; params?: readonly string[] }
  >(TEN.map((id) => [id, { price: '1' }]));

  private constructor(
    private readonly shop: TestShop,
    readonly name: string,
  ) {}

  static async add(shop: TestShop, scripted: ScriptedShop, name: string): Promise<ListedSupplier> {
    const supplier = new ListedSupplier(shop, name);
    // The watch may ask for the profile at any time.
    const profile = { status: 'OK', balance: '100' };
    scripted.answer = ({ route }) =>
      route === 'catalog' ? supplier.catalog() : route === 'profile' ? profile : 'missing';
    await shop.service(SupplierService).add(name, scripted.url, { token: 'secret' });
    return supplier;
  }

  /** Its answer, with prices as numbers, as most shops write them. @param more categories below category 2 */
  catalog(more: readonly object[] = []): string {
    const products = [...this.theirs].map(
      ([id, { price, available = true, params = ['ID'] }]) =>
        `{"id":${id},"name":"Item ${id}","price":${price},"category_id":2,"available":${available},
          "product_type":"package","qty_values":null,"params":${JSON.stringify(params)}}`,
    );
    const cards = `{"id":2,"name":"Cards","categories":${JSON.stringify(more)},
      "products":[${products.join()}]}`;
    return `{"status":"OK","categories":[
      {"id":1,"name":"Games","parent_id":0,"categories":[${cards}]}]}`;
  }

  /** As an operator does who accepts what is unusual. */
  sync(settings: ListingSettings = {}, { dryRun = false, force = false } = {}) {
    const catalogs = this.shop.service(SupplierCatalogService);
    return acceptingUnusual((accepted) =>
      catalogs.sync(this.name, { dryRun, force, settings, ...accepted }),
    );
  }

  /** Our products that are listed for its products and not deleted, by its ids. */
  async listed(): Promise<Map<number, Ours>> {
    const rows = await this.shop.db.query<Ours & { theirs: number }>(LISTED, [this.name]);
    return new Map(rows.map(({ theirs, ...ours }) => [theirs, ours]));
  }

  async ours(id: number): Promise<Ours> {
    const ours = (await this.listed()).get(id);
    if (!ours) throw new Error(`their product ${id} is not listed`);
    return ours;
  }

  /** Everything that a sync may change. */
  everything(): Promise<object[]> {
    return this.shop.db.query(EVERYTHING, [this.name]);
  }
}

const LISTED = `
  SELECT products.id, trim_scale(price)::text AS price, available, supplier_product AS theirs
  FROM products JOIN supplier_products ON product_id = products.id
  JOIN suppliers ON suppliers.id = supplier_id
  WHERE suppliers.name = $1 AND deleted_at IS NULL ORDER BY supplier_product`;

const EVERYTHING = `
  SELECT (SELECT json_agg(p ORDER BY id)::text FROM products p) AS products,
         (SELECT json_agg(c ORDER BY id)::text FROM categories c) AS categories,
         (SELECT json_agg(l ORDER BY supplier_id, supplier_product)::text
          FROM supplier_products l) AS links,
         (SELECT json_agg(m)::text FROM supplier_markups m) AS markups,
         (SELECT markup FROM suppliers WHERE name = $1) AS markup,
         (SELECT revision FROM catalog_revision) AS revision`;
