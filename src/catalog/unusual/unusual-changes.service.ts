import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { numericText } from '../../common/decimal.js';
import { CatalogSettings } from './catalog-settings.js';
import type { ComparedProduct, Unusual, UnusualItem } from './unusual.js';
import { unusualReason } from './unusual-change.js';

/** Changes that are compared without a pause: 100,000 at a time would keep all requests waiting. */
const CHANGES_AT_A_TIME = 1_000;
const MAX_FIRST = 20;

/** Finds what is unusual among changes of products, by the setting of the shop. */
@Injectable()
export class UnusualChanges {
  constructor(private readonly settings: CatalogSettings) {}

  /** @param batches of products with another price, or that vanish. @param onFound called with each that is unusual */
  async among(
    manager: EntityManager,
    batches: AsyncIterable<readonly ComparedProduct[]> | Iterable<readonly ComparedProduct[]>,
    onFound?: (item: UnusualItem) => void,
  ): Promise<Unusual> {
    const { unusualPercent: percent } = await this.settings.get(manager);
    const counts = { price: 0, below_cost: 0, vanishes: 0 };
    const first: UnusualItem[] = [];
    for await (const batch of batches) {
      for (const [place, { cost, ...change }] of batch.entries()) {
        if (place % CHANGES_AT_A_TIME === CHANGES_AT_A_TIME - 1) await setImmediate();
        const reason = unusualReason({ ...change, cost }, percent);
        if (reason === null) continue;
        counts[reason] += 1;
        if (first.length < MAX_FIRST) first.push(shown({ ...change, reason }));
        onFound?.({ ...change, reason });
      }
    }
    const { price, below_cost: belowCost, vanishes } = counts;
    return { count: price + belowCost + vanishes, percent, ...counts, first };
  }

  /** The same of changed base prices. @param comparesCosts false for who may not see costs */
  async amongPrices(
    manager: EntityManager,
    changed: readonly Omit<ComparedProduct, 'cost'>[],
    comparesCosts: boolean,
  ): Promise<Unusual> {
    const ids = comparesCosts ? changed.map(({ id }) => id) : [];
    const rows = await manager.query<{ id: number; cost: string }[]>(COSTS, [ids]);
    const costs = new Map(rows.map(({ id, cost }) => [id, cost]));
    const compared = changed.map((one) => ({ ...one, cost: costs.get(one.id) ?? null }));
    return this.among(manager, [compared]);
  }
}

/** Prices as the shortest texts. */
function shown({ before, after, ...item }: UnusualItem): UnusualItem {
  return { ...item, before: numericText(before), after: after && numericText(after) };
}

const COSTS = `
  SELECT product_id AS id, unit_cost::text AS cost FROM product_costs
  WHERE product_id = ANY ($1::integer[])`;
