import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CatalogSettings } from './catalog-settings.js';
import { UnusualCount, type ComparedProduct, type Unusual, type UnusualItem } from './unusual.js';

type OnFound = (item: UnusualItem) => void;

/** Changes that are compared without a pause: 100,000 at a time would keep all requests waiting. */
const CHANGES_AT_A_TIME = 1_000;

/** Finds what is unusual among changes of products, by the setting of the shop. */
@Injectable()
export class UnusualChanges {
  constructor(private readonly settings: CatalogSettings) {}

  /** @param batches of products with another price, or that vanish. @param onFound called with each that is unusual */
  async among(
    manager: EntityManager,
    batches: AsyncIterable<readonly ComparedProduct[]> | Iterable<readonly ComparedProduct[]>,
    onFound?: OnFound,
  ): Promise<Unusual> {
    const { unusualPercent } = await this.settings.get(manager);
    const count = new UnusualCount(unusualPercent, onFound);
    for await (const batch of batches) {
      for (const [place, change] of batch.entries()) {
        if (place % CHANGES_AT_A_TIME === CHANGES_AT_A_TIME - 1) await setImmediate();
        count.add(change);
      }
    }
    return count.found;
  }

  /** The same of changed base prices. @param comparesCosts false for who may not see costs */
  async amongPrices(
    manager: EntityManager,
    changed: readonly Omit<ComparedProduct, 'cost'>[],
    comparesCosts: boolean,
    onFound?: OnFound,
  ): Promise<Unusual> {
    const ids = comparesCosts ? changed.map(({ id }) => id) : [];
    const rows = await manager.query<{ id: number; cost: string }[]>(COSTS, [ids]);
    const costs = new Map(rows.map(({ id, cost }) => [id, cost]));
    const compared = changed.map((one) => ({ ...one, cost: costs.get(one.id) ?? null }));
    return this.among(manager, [compared], onFound);
  }
}

const COSTS = `
  SELECT product_id AS id, unit_cost::text AS cost FROM product_costs
  WHERE product_id = ANY ($1::integer[])`;
