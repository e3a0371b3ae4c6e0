import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Supplier, SupplierAttempt } from './supplier.entity.js';

/** What an attempt is about. */
export type AttemptKey = Pick<
  SupplierAttempt,
  'accountId' | 'orderId' | 'supplierId' | 'supplierProduct'
>;

/** Suppliers, and the attempts to buy from them. */
@Injectable()
export class SupplierRepository {
  private shopId: Promise<string> | undefined;

  constructor(private readonly database: Database) {}

  list(): Promise<Supplier[]> {
    return this.database.manager.find(Supplier, { order: { name: 'ASC' } });
  }

  find(name: string): Promise<Supplier | null> {
    return this.database.manager.findOneBy(Supplier, { name });
  }

  async insert(supplier: Partial<Supplier>): Promise<void> {
    await this.database.manager.insert(Supplier, supplier);
  }

  async update(id: number, change: Partial<Supplier>): Promise<void> {
    await this.database.manager.update(Supplier, { id }, change);
  }

  /** @throws when it was bought from: its attempts are part of the books. */
  async remove(id: number): Promise<void> {
    await this.database.manager.delete(Supplier, { id });
  }

  /** How many products name the supplier as their handler. */
  async productsOf(name: string): Promise<number> {
    const rows = await this.database.manager.query<[{ count: number }]>(PRODUCTS_OF, [name]);
    return rows[0].count;
  }

  /** The id by which other shops know this one. */
  ownShopId(): Promise<string> {
    this.shopId ??= this.database.manager
      .query<[{ shop_id: string }]>('SELECT shop_id FROM shop_identity')
      .then(([row]) => row.shop_id)
      .catch((error: unknown) => {
        this.shopId = undefined;
        throw error;
      });
    return this.shopId;
  }

  findAttempt(key: AttemptKey): Promise<SupplierAttempt | null> {
    return this.database.manager.findOneBy(SupplierAttempt, key);
  }

  /** The attempt, made by this call or by another at the same time: an order has one key for one supplier. */
  async makeAttempt(key: AttemptKey): Promise<SupplierAttempt> {
    await this.database.manager.query(MAKE_ATTEMPT, [
      ...[key.accountId, key.orderId],
      ...[key.supplierId, key.supplierProduct],
    ]);
    return this.database.manager.findOneByOrFail(SupplierAttempt, key);
  }

  /** Committed before anything is sent. @returns false when it had been sent before. */
  async markSent({ attemptUuid }: SupplierAttempt): Promise<boolean> {
    const [, marked] = await this.database.manager.query<[unknown, number]>(MARK_SENT, [
      attemptUuid,
    ]);
    return marked === 1;
  }

  /** Takes the suppliers whose balance, or whose catalog, is to be looked at; the others wait for their next turn. */
  async takeDue(what: 'probe' | 'sync'): Promise<Supplier[]> {
    const [rows] = await this.database.manager.query<[{ name: string }[], number]>(
      what === 'probe' ? TAKE_PROBES : TAKE_SYNCS,
    );
    const suppliers = await this.list();
    return suppliers.filter(({ name }) => rows.some((row) => row.name === name));
  }
}

const MAKE_ATTEMPT = `
  INSERT INTO supplier_attempts (account_id, order_id, supplier_id, supplier_product)
  VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`;

const MARK_SENT = `
  UPDATE supplier_attempts SET sent_at = now() WHERE attempt_uuid = $1 AND sent_at IS NULL`;

const TAKE_PROBES = `
  UPDATE suppliers SET probed_at = now()
  WHERE probed_at IS NULL OR probed_at < now() - interval '5 minutes' RETURNING name`;

const TAKE_SYNCS = `
  UPDATE suppliers SET synced_at = now()
  WHERE sync_minutes IS NOT NULL
    AND (synced_at IS NULL OR synced_at < now() - sync_minutes * interval '1 minute')
  RETURNING name`;

const PRODUCTS_OF = `
  SELECT count(*)::integer AS count FROM products
  WHERE deleted_at IS NULL AND EXISTS (
    SELECT FROM json_array_elements(fulfillment) step
    WHERE step ->> 'handler' = 'upstream' AND step -> 'settings' ->> 'supplier' = $1)`;
