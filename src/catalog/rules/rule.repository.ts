import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan, type EntityManager, type EntityTarget } from 'typeorm';
import { MissingError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import { isMissingReference } from '../../database/database-errors.js';
import { Database } from '../../database/database.js';
import { Category } from '../category.entity.js';
import { Product } from '../product.entity.js';
import type { RuleAudience, RuleTarget } from '../view/rules.js';
import { PriceRule } from './price-rule.entity.js';
import type { Rule } from './rule.entity.js';
import {
  inOrder,
  ofAudience,
  SAME_TARGET,
  targetOf,
  where,
  type RuleKey,
  type RulesOn,
  type TargetPlace,
} from './rule-queries.js';
import { VisibilityRule } from './visibility-rule.entity.js';

/** The stored rules. There is at most one rule of each kind for an audience and target. */
@Injectable()
export class RuleRepository {
  constructor(private readonly database: Database) {}

  /** At most `limit` rules of a kind with a greater id than `after`, by id. */
  page<Kind extends Rule>(kind: EntityTarget<Kind>, after: number, limit: number, on: RulesOn) {
    const where = { ...on, id: MoreThan(after) };
    return this.allOf(kind).where(where).orderBy('rule.id').limit(limit).getMany();
  }

  /** At most `limit` rules of an audience behind a target: on the whole catalog, then on products, then on categories. */
  pageOf<Kind extends Rule>(
    kind: EntityTarget<Kind>,
    audience: RuleAudience,
    after: TargetPlace,
    limit: number,
  ): Promise<Kind[]> {
    return inOrder(ofAudience(this.allOf(kind), audience), after, limit).getMany();
  }

  /** The rule of exactly this audience and target, or null. */
  find<Kind extends Rule>(kind: EntityTarget<Kind>, key: RuleKey): Promise<Kind | null> {
    return ofAudience(this.allOf(kind), key).andWhere(SAME_TARGET, targetOf(key)).getOne();
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
    const values = { visible, origin: 'operator' } as const;
    if (before) await manager.update(VisibilityRule, { id: before.id }, values);
    else await unlessDeleted(manager.insert(VisibilityRule, { ...key, ...values }));
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
    if (before) await manager.update(PriceRule, { id: before.id }, price);
    else await unlessDeleted(manager.insert(PriceRule, { ...key, ...price }));
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

  /**
   * Deletes all rules for a group, in the caller's transaction, until whose end no rule of anybody is set.
   * @returns the deleted ones
   */
  async removeOfGroup(
    manager: EntityManager,
    groupId: number,
  ): Promise<{ readonly prices: PriceRule[]; readonly visibilities: VisibilityRule[] }> {
    // In this order with the row of the group, as when a rule is set.
    await manager.query('LOCK TABLE visibility_rules, price_rules IN SHARE ROW EXCLUSIVE MODE');
    const ofGroup = { groupId, accountId: IsNull() };
    const rules = {
      prices: await manager.findBy(PriceRule, ofGroup),
      visibilities: await manager.findBy(VisibilityRule, ofGroup),
    };
    for (const statement of [REMOVE_VISIBILITIES, REMOVE_PRICES]) {
      await manager.query(statement, [groupId]);
    }
    return rules;
  }

  /** True if the category or product of the rule exists and is not deleted. */
  async targetExists(
    { categoryId, productId }: RuleTarget,
    manager: EntityManager,
  ): Promise<boolean> {
    if (categoryId !== null) {
      return manager.existsBy(Category, { id: categoryId, deletedAt: IsNull() });
    }
    return productId === null || manager.existsBy(Product, { id: productId, deletedAt: IsNull() });
  }

  private allOf<Kind extends Rule>(kind: EntityTarget<Kind>) {
    return this.database.manager.createQueryBuilder(kind, 'rule');
  }
}

const REMOVE_VISIBILITIES =
  'DELETE FROM visibility_rules WHERE coalesce(account_id, 0) = 0 AND coalesce(group_id, 0) = $1';

const REMOVE_PRICES =
  'DELETE FROM price_rules WHERE coalesce(account_id, 0) = 0 AND coalesce(group_id, 0) = $1';

/** @throws MissingError if what the rule is for or about was deleted meanwhile */
async function unlessDeleted(insert: Promise<unknown>): Promise<void> {
  try {
    await insert;
  } catch (error) {
    if (!isMissingReference(error)) throw error;
    throw new MissingError(...sentence('missing.of-rule'));
  }
}
