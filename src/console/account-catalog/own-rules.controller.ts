import { Post } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { RuleAdmin } from '../../admin/catalog/rule-admin.service.js';
import { PriceRuleSettingDto } from '../../admin/catalog/rules.dto.js';
import { PathId } from '../../admin/http/path-parts.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { faultOf } from '../http/form-fault.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import { refusedForm } from '../http/refused-form.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { accountProductPage } from './account-product-page.js';
import { AccountProductReading } from './account-product-reading.service.js';

/** The rules of one account on one product, as its catalog shows them. */
@ConsoleController('accounts/:account/catalog/products/:product')
export class OwnRulesController {
  constructor(
    private readonly changes: RuleAdmin,
    private readonly reading: AccountProductReading,
  ) {}

  @Post('visibility')
  @NeedsPermission('visibility.edit')
  async setVisibility(
    @CurrentVisit() visit: Visit,
    @PathId('account') account: number,
    @PathId('product') product: number,
    @CurrentForm() form: FormValues,
  ): Promise<SeeOther> {
    const visible = form.text('visible') === 'true';
    const rule = { account_id: account, product_id: product, visible };
    await this.changes.setVisibility(rule, visit.caller.author);
    return pageOf(account, product, 'set');
  }

  @Post('visibility/clear')
  @NeedsPermission('visibility.edit')
  async clearVisibility(
    @CurrentVisit() visit: Visit,
    @PathId('account') account: number,
    @PathId('product') product: number,
  ): Promise<SeeOther> {
    const rule = { account_id: account, product_id: product };
    await this.changes.clearVisibility(rule, visit.caller.author);
    return pageOf(account, product, 'cleared');
  }

  @Post('price')
  @NeedsPermission('prices.edit')
  async setPrice(
    @CurrentVisit() visit: Visit,
    @PathId('account') account: number,
    @PathId('product') product: number,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    const fault = await faultOf(() => {
      const ids = { account_id: account, product_id: product };
      const price = form.given('percentage', 'fixed_price');
      const rule = checkedInput(PriceRuleSettingDto, { ...ids, ...price });
      return this.changes.setPrice(rule, visit.caller.author);
    });
    if (!fault) return pageOf(account, product, 'set');
    const shown = await this.reading.shown(account, product);
    return accountProductPage(visit, shown, refusedForm('price', form, fault));
  }

  @Post('price/clear')
  @NeedsPermission('prices.edit')
  async clearPrice(
    @CurrentVisit() visit: Visit,
    @PathId('account') account: number,
    @PathId('product') product: number,
  ): Promise<SeeOther> {
    const rule = { account_id: account, product_id: product };
    await this.changes.clearPrice(rule, visit.caller.author);
    return pageOf(account, product, 'cleared');
  }
}

function pageOf(account: number, product: number, done: string): SeeOther {
  return new SeeOther(`accounts/${account}/catalog/products/${product}`, { done });
}
