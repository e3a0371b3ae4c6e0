import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountGroups } from '../../account/account-groups.service.js';
import { numericText } from '../../common/decimal.js';
import type { PriceRule } from './price-rule.entity.js';
import { RuleRepository } from './rule.repository.js';
import type { VisibilityRule } from './visibility-rule.entity.js';

/** A group that was deleted. */
export interface RemovedGroup {
  readonly id: number;
  readonly name: string;
  /** The prices that were for it. */
  readonly prices: readonly PriceRule[];
  /** The rules of visibility that were for it. */
  readonly visibilities: readonly VisibilityRule[];
}

/** Rules of a deleted group that the audit keeps, of each kind. */
const MAX_KEPT_RULES = 100;

/** What the audit keeps of a deleted group. */
export function removedGroupRecord({ id, name, ...rules }: RemovedGroup) {
  return {
    ...{ id, name, rules: ruleCount(rules) },
    prices: rules.prices
      .slice(0, MAX_KEPT_RULES)
      .map(({ categoryId, productId, fixedPrice, percentage }) => ({
        ...{ category_id: categoryId, product_id: productId },
        price: fixedPrice === null ? null : numericText(fixedPrice),
        percentage: percentage === null ? null : numericText(percentage),
      })),
    visibilities: rules.visibilities
      .slice(0, MAX_KEPT_RULES)
      .map(({ categoryId, productId, visible }) => ({
        ...{ category_id: categoryId, product_id: productId, visible },
      })),
  };
}

/** How many rules were for it. */
export function ruleCount({
  prices,
  visibilities,
}: Pick<RemovedGroup, 'prices' | 'visibilities'>): number {
  return prices.length + visibilities.length;
}

/** Deletes groups, together with the rules that are for them. */
@Injectable()
export class GroupRemoval {
  constructor(
    private readonly groups: AccountGroups,
    private readonly rules: RuleRepository,
  ) {}

  /** @throws MissingError; ConflictError if an account is in it */
  async remove(manager: EntityManager, groupId: number): Promise<RemovedGroup> {
    const rules = await this.rules.removeOfGroup(manager, groupId);
    const { id, name } = await this.groups.remove(manager, groupId);
    return { id, name, ...rules };
  }
}
