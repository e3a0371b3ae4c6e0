import { Injectable } from '@nestjs/common';
import { messageKey } from '../../common/message-key.js';
import { AccountService } from '../../account/account.service.js';
import { ruleKey, type RuleFor, type RuleOn } from '../../catalog/rules/rule-key.js';
import { PriceRuleService, type PriceSetting } from '../../catalog/rules/price-rule.service.js';
import { VisibilityRuleService } from '../../catalog/rules/visibility-rule.service.js';
import { percentageText } from '../../catalog/price-text.js';
import { AuditedChanges } from '../../operators/changes/audited-changes.js';
import type { ChangeAuthor } from '../../operators/changes/change-author.js';
import { ProblemError } from '../problems/problem.js';
import { priceRuleShape, visibilityRuleShape } from './catalog-shapes.js';
import type {
  PriceRuleDto,
  PriceRuleSettingDto,
  RuleKeyDto,
  VisibilityDto,
  VisibilityRuleDto,
} from './rules.dto.js';

/** Changes who sees what at which price, each with its audit entry. */
@Injectable()
export class RuleAdmin {
  constructor(
    private readonly visibilities: VisibilityRuleService,
    private readonly prices: PriceRuleService,
    private readonly accounts: AccountService,
    private readonly changes: AuditedChanges,
  ) {}

  async setVisibility(
    { visible, ...key }: VisibilityDto,
    by: ChangeAuthor,
  ): Promise<VisibilityRuleDto> {
    const [audience, target] = await this.partsOf(key);
    const name = visible ? 'visibility show' : 'visibility hide';
    return this.changes.run(by, { name, details: { ...key } }, async (manager) => {
      const former = await this.visibilities.set(audience, target, visible, manager);
      const result = visibilityRuleShape({ ...ruleKey(audience, target), visible });
      return { result, before: former && { ...visibilityRuleShape(former) }, after: { ...result } };
    });
  }

  async clearVisibility(key: RuleKeyDto, by: ChangeAuthor): Promise<VisibilityRuleDto> {
    const [audience, target] = await this.partsOf(key);
    const action = { name: 'visibility clear', details: { ...key } };
    return this.changes.run(by, action, async (manager) => {
      const former = await this.visibilities.clear(audience, target, manager);
      const result = visibilityRuleShape(former);
      return { result, before: { ...result }, after: {} };
    });
  }

  async setPrice(
    { percentage, fixed_price: fixedPrice, ...key }: PriceRuleSettingDto,
    by: ChangeAuthor,
  ): Promise<PriceRuleDto> {
    const setting = settingOf(percentage, fixedPrice);
    const [audience, target] = await this.partsOf(key);
    const action = { name: 'price set', details: { ...key, ...setting } };
    return this.changes.run(by, action, async (manager) => {
      const former = await this.prices.set(audience, target, setting, manager);
      const result = priceRuleShape({
        ...ruleKey(audience, target),
        percentage: percentage === undefined ? null : percentageText(percentage),
        fixedPrice: fixedPrice ?? null,
      });
      return { result, before: former && { ...priceRuleShape(former) }, after: { ...result } };
    });
  }

  async clearPrice(key: RuleKeyDto, by: ChangeAuthor): Promise<PriceRuleDto> {
    const [audience, target] = await this.partsOf(key);
    const action = { name: 'price set', details: { ...key, clear: true } };
    return this.changes.run(by, action, async (manager) => {
      const former = await this.prices.clear(audience, target, manager);
      const result = priceRuleShape(former);
      return { result, before: { ...result }, after: {} };
    });
  }

  /** @throws MissingError if there is no such account or group */
  private async partsOf({
    account_id: accountId,
    group_id: groupId,
    category_id: categoryId,
    product_id: productId,
  }: RuleKeyDto): Promise<[RuleFor, RuleOn]> {
    if (accountId !== undefined) await this.accounts.get(accountId);
    if (groupId !== undefined) await this.accounts.group(groupId);
    return [
      { ...(accountId !== undefined && { accountId }), ...(groupId !== undefined && { groupId }) },
      {
        ...(categoryId !== undefined && { categoryId }),
        ...(productId !== undefined && { productId }),
      },
    ];
  }
}

function settingOf(percentage: string | undefined, fixedPrice: string | undefined): PriceSetting {
  if (percentage !== undefined && fixedPrice === undefined) return { percentage };
  if (percentage === undefined && fixedPrice !== undefined) return { fixedPrice };
  throw new ProblemError('invalid', 'Send either percentage or fixed_price.', {
    messageKey: messageKey('rule.price-missing', {}),
  });
}
