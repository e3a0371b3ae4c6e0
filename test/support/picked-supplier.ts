import { SupplierService } from '../../src/fulfillment/upstream/supplier/supplier.service.js';
import type { RawReply } from './scripted-shop.js';
import { ScriptedShop } from './scripted-shop.js';
import type { TestShop } from './test-shop.js';

const CATEGORIES = [
  [2, 'Cards'],
  [3, 'Points'],
] as const;

/** A scripted shop with two categories below one, whose products have pictures. */
export class PickedSupplier {
  isAway = false;
  /** What is answered for each address. */
  readonly pictures = new Map<string, RawReply | 'cut'>();
  readonly products = new Map<number, { category: number; price: string; image?: string }>();

  private constructor(
    private readonly shop: TestShop,
    private readonly scripted: ScriptedShop,
    readonly name: string,
  ) {}

  static async start(shop: TestShop, name: string): Promise<PickedSupplier> {
    const scripted = await ScriptedShop.start();
    const supplier = new PickedSupplier(shop, scripted, name);
    for (const id of [21, 22]) supplier.add(id, 2);
    for (const id of [31, 32, 33, 34]) supplier.add(id, 3);
    scripted.answer = ({ route }) => {
      if (route === 'profile') return { status: 'OK', balance: '100' };
      const picture = supplier.pictures.get(route);
      if (picture) return picture;
      return route === 'catalog' && !supplier.isAway ? supplier.catalog() : 'missing';
    };
    await shop.service(SupplierService).add(name, scripted.url, { token: 'secret' });
    return supplier;
  }

  get url(): string {
    return this.scripted.url;
  }

  /** How often an address was asked for. */
  asked(route: string): number {
    return this.scripted.calls.filter((call) => call.route === route).length;
  }

  add(id: number, category: number, image?: string): void {
    this.products.set(id, { category, price: '1', ...(image !== undefined && { image }) });
  }

  price(id: number, price: string): void {
    this.products.set(id, { ...this.products.get(id)!, price });
  }

  move(id: number, category: number): void {
    this.products.set(id, { ...this.products.get(id)!, category });
  }

  remove(...ids: readonly number[]): void {
    for (const id of ids) this.products.delete(id);
  }

  /** The products that were listed and are not deleted, with the categories above them. */
  async ours(): Promise<string[]> {
    const rows = await this.shop.db.query<{ path: string }>(LISTED, [this.name]);
    return rows.map(({ path }) => path);
  }

  async onSale(): Promise<string[]> {
    const rows = await this.shop.db.query<{ name: string }>(
      `SELECT products.name ${LINKED} AND available ORDER BY supplier_product`,
      [this.name],
    );
    return rows.map(({ name }) => name);
  }

  async close(): Promise<void> {
    await this.shop.db.query('DELETE FROM suppliers WHERE name = $1', [this.name]);
    await this.scripted.close();
  }

  private catalog(): object {
    const categories = CATEGORIES.map(([id, name]) => ({
      id,
      name,
      products: [...this.products]
        .filter(([, { category }]) => category === id)
        .map(([product, { price, image = null }]) => ({
          ...{ id: product, name: `${name.slice(0, -1)} ${product % 10}`, price: Number(price) },
          ...{ category_id: id, available: true, product_type: 'package', image },
          ...{ qty_values: null, params: ['ID'] },
        })),
    }));
    return { status: 'OK', categories: [{ id: 1, name: 'Games', parent_id: 0, categories }] };
  }
}

const LINKED = `
  FROM products JOIN supplier_products ON product_id = products.id
  JOIN suppliers ON suppliers.id = supplier_id
  WHERE suppliers.name = $1 AND products.deleted_at IS NULL`;

const LISTED = `
  SELECT concat_ws(' › ', above.name, category.name, products.name) AS path
  FROM products JOIN supplier_products ON product_id = products.id
  JOIN suppliers ON suppliers.id = supplier_id
  JOIN categories category ON category.id = category_id
  LEFT JOIN categories above ON above.id = category.parent_id
  WHERE suppliers.name = $1 AND products.deleted_at IS NULL ORDER BY path`;
