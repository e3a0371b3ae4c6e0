import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../../database/database.js';
import { Supplier } from './supplier.entity.js';

/** What would be lost if a supplier had another address, or were no more. */
export interface Dependents {
  /** Products that are bought from it. */
  readonly products: number;
  /** Waiting orders that are bought from it. */
  readonly orders: number;
  /** Purchases that it has not decided, although their orders were closed by hand. */
  readonly purchases: number;
}

/** The suppliers, and the id of this shop. */
@Injectable()
export class SupplierRepository {
  constructor(private readonly database: Database) {}

  list(): Promise<Supplier[]> {
    return this.database.manager.find(Supplier, { order: { name: 'ASC' } });
  }

  find(name: string, manager = this.database.manager): Promise<Supplier | null> {
    return manager.findOneBy(Supplier, { name });
  }

  /** The same, locked until the transaction of the caller ends. */
  findLocked(manager: EntityManager, name: string): Promise<Supplier | null> {
    // Purchases and a running sync refer to it meanwhile.
    return manager.findOne(Supplier, { where: { name }, lock: { mode: 'for_no_key_update' } });
  }

  async insert(supplier: Partial<Supplier>): Promise<void> {
    await this.database.manager.insert(Supplier, supplier);
  }

  async update(
    id: number,
    change: Partial<Supplier>,
    manager = this.database.manager,
  ): Promise<void> {
    if (Object.keys(change).length > 0) await manager.update(Supplier, { id }, change);
  }

  /** @throws if orders were bought from the supplier, because their attempts refer to it. */
  async remove(id: number): Promise<void> {
    await this.database.manager.delete(Supplier, { id });
  }

  /** How much depends on the supplier. */
  async dependents(name: string, manager = this.database.manager): Promise<Dependents> {
    const rows = await manager.query<[Dependents]>(DEPENDENTS, [name]);
    return rows[0];
  }

  /** The id of this shop, which other shops see in `Souk-Via`. */
  async ownShopId(): Promise<string> {
    const [row] = await this.database.manager.query<[{ shop_id: string }]>(
      'SELECT shop_id FROM shop_identity',
    );
    return row.shop_id;
  }

  /** The suppliers whose probe is due. @param named the names of those that are due whenever they were probed last */
  takeProbes(named: readonly string[]): Promise<Supplier[]> {
    return this.take(TAKE_PROBES, [named]);
  }

  /** The suppliers whose sync is due. */
  takeSyncs(): Promise<Supplier[]> {
    return this.take(TAKE_SYNCS);
  }

  /** They are marked as begun, so that no other process gets them too. */
  private async take(statement: string, parameters: readonly unknown[] = []): Promise<Supplier[]> {
    const [rows] = await this.database.manager.query<[{ name: string }[], number]>(statement, [
      ...parameters,
    ]);
    const suppliers = await this.list();
    return suppliers.filter(({ name }) => rows.some((row) => row.name === name));
  }
}

const TAKE_PROBES = `
  UPDATE suppliers SET probed_at = now()
  WHERE probed_at IS NULL OR probed_at < now() - interval '5 minutes' OR name = ANY ($1)
  RETURNING name`;

const TAKE_SYNCS = `
  UPDATE suppliers SET synced_at = now()
  WHERE sync_minutes IS NOT NULL
    AND (synced_at IS NULL OR synced_at < now() - sync_minutes * interval '1 minute')
  RETURNING name`;

const NAMED_BY = (steps: string): string => `EXISTS (
    SELECT FROM json_array_elements(${steps}) named (step)
    WHERE named.step ->> 'handler' = 'upstream' AND named.step -> 'settings' ->> 'supplier' = $1)`;

const DEPENDENTS = `
  SELECT (SELECT count(*) FROM products
          WHERE deleted_at IS NULL AND ${NAMED_BY('fulfillment')})::integer AS products,
         (SELECT count(*) FROM fulfillments
          JOIN orders USING (account_id, order_id)
          WHERE NOT closed AND status = 'wait' AND ${NAMED_BY('steps')})::integer AS orders,
         (SELECT count(*) FROM unneeded_purchases
          JOIN suppliers ON suppliers.id = supplier_id
          WHERE settled_at IS NULL AND suppliers.name = $1)::integer AS purchases`;
