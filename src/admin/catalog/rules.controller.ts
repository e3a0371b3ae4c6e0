import { Delete, Get, Post, Put } from '@nestjs/common';
import { PriceRuleService } from '../../catalog/rules/price-rule.service.js';
import { VisibilityRuleService } from '../../catalog/rules/visibility-rule.service.js';
import type { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { Caller, CurrentOperator } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { JsonBody } from '../http/json-body.js';
import { ListFiles } from '../http/list-files.js';
import { ListQuery } from '../../operations/lists/page.js';
import { Parameters } from '../http/query.js';
import { CurrentRequestKey, type RequestKey } from '../requests/request-key.js';
import { BasePriceAdmin } from './base-price-admin.service.js';
import { BasePriceChangeDto, ChangedPricesDto } from './base-prices.dto.js';
import {
  priceRulePage,
  PRICE_RULES_FILE,
  visibilityRulePage,
  VISIBILITY_RULES_FILE,
} from './catalog-lists.js';
import {
  PriceRuleDto,
  PriceRulePageDto,
  PriceRuleSettingDto,
  RuleQuery,
  VisibilityDto,
  VisibilityRuleDto,
  VisibilityRulePageDto,
} from './rules.dto.js';
import { RuleAdmin } from './rule-admin.service.js';
import { ruleKeyOf } from './rule-query.js';

@AdminController('Prices and visibility')
export class RulesController {
  constructor(
    private readonly visibilities: VisibilityRuleService,
    private readonly prices: PriceRuleService,
    private readonly changes: RuleAdmin,
    private readonly basePrices: BasePriceAdmin,
    private readonly files: ListFiles,
  ) {}

  @Get('visibility-rules')
  @AdminRoute({
    name: 'visibility-rules',
    permission: 'catalog.read',
    summary: 'The rules of who may see what, by id',
    query: ListQuery,
    answer: VisibilityRulePageDto,
  })
  listVisibilities(
    @CurrentOperator() caller: Caller,
    @Parameters(ListQuery) query: ListQuery,
  ): Promise<VisibilityRulePageDto> | StreamedAnswer {
    return this.files.answer(VISIBILITY_RULES_FILE, query, caller, (part) =>
      visibilityRulePage(this.visibilities, part),
    );
  }

  @Put('visibility-rules')
  @AdminRoute({
    name: 'visibility-set',
    permission: 'visibility.edit',
    summary: 'Show or hide a category or product for an account, a group or everyone',
    body: VisibilityDto,
    answer: VisibilityRuleDto,
  })
  setVisibility(
    @CurrentOperator() { author }: Caller,
    @JsonBody(VisibilityDto) rule: VisibilityDto,
  ): Promise<VisibilityRuleDto> {
    return this.changes.setVisibility(rule, author);
  }

  @Delete('visibility-rules')
  @AdminRoute({
    name: 'visibility-clear',
    permission: 'visibility.edit',
    summary: 'Take a rule back',
    query: RuleQuery,
    answer: VisibilityRuleDto,
  })
  clearVisibility(
    @CurrentOperator() { author }: Caller,
    @Parameters(RuleQuery) query: RuleQuery,
  ): Promise<VisibilityRuleDto> {
    return this.changes.clearVisibility(ruleKeyOf(query), author);
  }

  @Get('price-rules')
  @AdminRoute({
    name: 'price-rules',
    permission: 'catalog.read',
    summary: 'What accounts and groups pay besides the base prices, by id',
    query: ListQuery,
    answer: PriceRulePageDto,
  })
  listPrices(
    @CurrentOperator() caller: Caller,
    @Parameters(ListQuery) query: ListQuery,
  ): Promise<PriceRulePageDto> | StreamedAnswer {
    return this.files.answer(PRICE_RULES_FILE, query, caller, (part) =>
      priceRulePage(this.prices, part),
    );
  }

  @Put('price-rules')
  @AdminRoute({
    name: 'price-set',
    permission: 'prices.edit',
    summary: "Set a price for an account or a group; an account's replaces its group's",
    body: PriceRuleSettingDto,
    answer: PriceRuleDto,
  })
  setPrice(
    @CurrentOperator() { author }: Caller,
    @JsonBody(PriceRuleSettingDto) rule: PriceRuleSettingDto,
  ): Promise<PriceRuleDto> {
    return this.changes.setPrice(rule, author);
  }

  @Delete('price-rules')
  @AdminRoute({
    name: 'price-clear',
    permission: 'prices.edit',
    summary: 'Take a price back',
    query: RuleQuery,
    answer: PriceRuleDto,
  })
  clearPrice(
    @CurrentOperator() { author }: Caller,
    @Parameters(RuleQuery) query: RuleQuery,
  ): Promise<PriceRuleDto> {
    return this.changes.clearPrice(ruleKeyOf(query), author);
  }

  @Post('base-prices')
  @AdminRoute({
    name: 'base-prices-change',
    permission: 'prices.edit',
    summary: 'Change base prices by a percentage, for everyone, or tell what would change',
    body: BasePriceChangeDto,
    answer: ChangedPricesDto,
    needsIdempotencyKey: true,
  })
  changeBasePrices(
    @CurrentOperator() { author }: Caller,
    @CurrentRequestKey() key: RequestKey,
    @JsonBody(BasePriceChangeDto) change: BasePriceChangeDto,
  ): Promise<ChangedPricesDto> {
    return this.basePrices.change(change, key, author);
  }
}
