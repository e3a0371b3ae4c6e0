import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository, type FindOptionsWhere } from 'typeorm';
import { Database } from '../../database/database.js';
import { Category } from '../category.entity.js';
import { Product } from '../product.entity.js';
import type { RuleAudience, RuleTarget } from '../view/rules.js';
import { PriceRule } from './price-rule.entity.js';
import { VisibilityRule } from './visibility-rule.entity.js';

/** For whom a rule is and what it is about. */
export type RuleKey = RuleAudience & RuleTarget;

/** The stored rules. There is at most one rule of each kind for an audience and target. */
@Injectable()
export class RuleRepository {
  constructor(
    private readonly database: Database,
    @InjectRepository(VisibilityRule) private readonly visibilities: Repository<VisibilityRule>,
    @InjectRepository(PriceRule) private readonly prices: Repository<PriceRule>,
  ) {}

  listVisibilities(): Promise<VisibilityRule[]> {
    return this.visibilities.find({ order: { id: 'ASC' } });
  }

  listPrices(): Promise<PriceRule[]> {
    return this.prices.find({ order: { id: 'ASC' } });
  }

  async setVisibility(key: RuleKey, visible: boolean): Promise<void> {
    await this.database.transaction(async (manager) => {
      await manager.delete(VisibilityRule, where(key));
      await manager.insert(VisibilityRule, { ...key, visible, origin: 'operator' });
    });
  }

  async setPrice(key: RuleKey, price: Pick<PriceRule, 'fixedPrice' | 'percentage'>): Promise<void> {
    await this.database.transaction(async (manager) => {
      await manager.delete(PriceRule, where(key));
      await manager.insert(PriceRule, { ...key, ...price });
    });
  }

  /** @returns false if there was no such rule. */
  async clear(kind: typeof VisibilityRule | typeof PriceRule, key: RuleKey): Promise<boolean> {
    const { affected } = await this.database.manager.delete<VisibilityRule | PriceRule>(
      kind,
      where(key),
    );
    return (affected ?? 0) > 0;
  }

  /** True if the category or product of the rule exists and is not deleted. */
  async targetExists({ categoryId, productId }: RuleTarget): Promise<boolean> {
    const { manager } = this.database;
    if (categoryId !== null) {
      return manager.existsBy(Category, { id: categoryId, deletedAt: IsNull() });
    }
    return productId === null || manager.existsBy(Product, { id: productId, deletedAt: IsNull() });
  }
}

function where(key: RuleKey): FindOptionsWhere<VisibilityRule & PriceRule> {
  return {
    accountId: key.accountId ?? IsNull(),
    groupId: key.groupId ?? IsNull(),
    categoryId: key.categoryId ?? IsNull(),
    productId: key.productId ?? IsNull(),
  };
}
