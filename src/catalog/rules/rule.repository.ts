import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  IsNull,
  MoreThan,
  Repository,
  type EntityManager,
  type FindOptionsWhere,
  type SelectQueryBuilder,
} from 'typeorm';
import { Database } from '../../database/database.js';
import { Category } from '../category.entity.js';
import { Product } from '../product.entity.js';
import type { RuleAudience, RuleTarget } from '../view/rules.js';
import { PriceRule } from './price-rule.entity.js';
import { VisibilityRule } from './visibility-rule.entity.js';

/** For whom a rule is and what it is about. */
export type RuleKey = RuleAudience & RuleTarget;

/** Only rules on this category or product; on anything if both are left out. */
export type RulesOn = { readonly [Name in keyof RuleTarget]?: number };

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

  /** At most `limit` rules with a greater id than `after`, by id. */
  visibilityPage(after: number, limit: number, on: RulesOn): Promise<VisibilityRule[]> {
    const where = { ...on, id: MoreThan(after) };
    return this.visibilities.find({ where, order: { id: 'ASC' }, take: limit });
  }

  /** At most `limit` rules with a greater id than `after`, by id. */
  pricePage(after: number, limit: number, on: RulesOn): Promise<PriceRule[]> {
    const where = { ...on, id: MoreThan(after) };
    return this.prices.find({ where, order: { id: 'ASC' }, take: limit });
  }

  /** The rule of exactly this audience and target, or null. */
  findVisibility(key: RuleKey): Promise<VisibilityRule | null> {
    return ofAudience(this.visibilities.createQueryBuilder('rule'), key)
      .andWhere(SAME_TARGET, targetOf(key))
      .getOne();
  }

  /** The rule of exactly this audience and target, or null. */
  findPrice(key: RuleKey): Promise<PriceRule | null> {
    return ofAudience(this.prices.createQueryBuilder('rule'), key)
      .andWhere(SAME_TARGET, targetOf(key))
      .getOne();
  }

  /**
   * Replaces the rule of the key, in the caller's transaction.
   * @returns the rule that was replaced, or null
   */
  async setVisibility(
    manager: EntityManager,
    key: RuleKey,
    visible: boolean,
  ): Promise<VisibilityRule | null> {
    await manager.query('LOCK TABLE visibility_rules IN SHARE ROW EXCLUSIVE MODE');
    const before = await manager.findOneBy(VisibilityRule, where(key));
    await manager.delete(VisibilityRule, where(key));
    await manager.insert(VisibilityRule, { ...key, visible, origin: 'operator' });
    return before;
  }

  /**
   * Replaces the rule of the key, in the caller's transaction.
   * @returns the rule that was replaced, or null
   */
  async setPrice(
    manager: EntityManager,
    key: RuleKey,
    price: Pick<PriceRule, 'fixedPrice' | 'percentage'>,
  ): Promise<PriceRule | null> {
    await manager.query('LOCK TABLE price_rules IN SHARE ROW EXCLUSIVE MODE');
    const before = await manager.findOneBy(PriceRule, where(key));
    await manager.delete(PriceRule, where(key));
    await manager.insert(PriceRule, { ...key, ...price });
    return before;
  }

  /** @returns the rule that was deleted, or null */
  async clearVisibility(manager: EntityManager, key: RuleKey): Promise<VisibilityRule | null> {
    const before = await manager.findOneBy(VisibilityRule, where(key));
    const { affected } = await manager.delete(VisibilityRule, where(key));
    return affected === 1 ? before : null;
  }

  /** @returns the rule that was deleted, or null */
  async clearPrice(manager: EntityManager, key: RuleKey): Promise<PriceRule | null> {
    const before = await manager.findOneBy(PriceRule, where(key));
    const { affected } = await manager.delete(PriceRule, where(key));
    return affected === 1 ? before : null;
  }

  /** True if the category or product of the rule exists and is not deleted. */
  async targetExists(
    { categoryId, productId }: RuleTarget,
    manager: EntityManager = this.database.manager,
  ): Promise<boolean> {
    if (categoryId !== null) {
      return manager.existsBy(Category, { id: categoryId, deletedAt: IsNull() });
    }
    return productId === null || manager.existsBy(Product, { id: productId, deletedAt: IsNull() });
  }
}

/** The columns of the unique index on rules, which is read from its beginning. */
const SAME_TARGET =
  'coalesce(rule.categoryId, 0) = :category AND coalesce(rule.productId, 0) = :product';

function targetOf({ categoryId, productId }: RuleTarget) {
  return { category: categoryId ?? 0, product: productId ?? 0 };
}

function ofAudience<Rule extends RuleKey>(
  rules: SelectQueryBuilder<Rule>,
  { accountId, groupId }: RuleAudience,
): SelectQueryBuilder<Rule> {
  const audience = { account: accountId ?? 0, group: groupId ?? 0 };
  return rules.where(
    'coalesce(rule.accountId, 0) = :account AND coalesce(rule.groupId, 0) = :group',
    audience,
  );
}

function where(key: RuleKey): FindOptionsWhere<VisibilityRule & PriceRule> {
  return {
    accountId: key.accountId ?? IsNull(),
    groupId: key.groupId ?? IsNull(),
    categoryId: key.categoryId ?? IsNull(),
    productId: key.productId ?? IsNull(),
  };
}
