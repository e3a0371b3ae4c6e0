import { Get, Post } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { BasePriceAdmin } from '../../admin/catalog/base-price-admin.service.js';
import { BasePriceChangeDto, type ChangedPricesDto } from '../../admin/catalog/base-prices.dto.js';
import { PricePreviews, type PricePreview } from '../../admin/catalog/price-preview.service.js';
import { PROBLEMS } from '../../admin/problems/problem.js';
import type { RequestKey } from '../../admin/requests/request-key.js';
import type { FormFault } from '../../pages/form.js';
import { checked } from '../http/checked.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { formFault } from '../http/form-fault.js';
import { CurrentFormKey } from '../http/form-key.js';
import { preconditionIn } from '../http/form-tag.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import type { Page } from '../visit/page.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { changedPage, previewPage, pricesPage } from './prices-pages.js';
import { typedChange } from './typed-change.js';

/** Changes many base prices: asked for, seen beside the costs, then made exactly so. */
@ConsoleController('prices')
export class PricesController {
  constructor(
    private readonly previews: PricePreviews,
    private readonly changes: BasePriceAdmin,
  ) {}

  @Get()
  @NeedsPermission('prices.edit')
  show(@CurrentVisit() visit: Visit): Page {
    return pricesPage(visit);
  }

  @Post('preview')
  @NeedsPermission('prices.edit')
  async preview(@CurrentVisit() visit: Visit, @CurrentForm() form: FormValues): Promise<Page> {
    try {
      return previewPage(visit, form, await this.previewOf(visit, form));
    } catch (error) {
      return pricesPage(visit, { values: form.shown, fault: faultOfForm(error) });
    }
  }

  @Post('apply')
  @NeedsPermission('prices.edit')
  async apply(
    @CurrentVisit() visit: Visit,
    @CurrentFormKey() key: RequestKey,
    @CurrentForm() form: FormValues,
  ): Promise<Page> {
    try {
      return changedPage(visit, await this.changed(visit, key, form));
    } catch (error) {
      const fault = faultOfForm(error);
      if (fault.status !== PROBLEMS.changed.status) {
        return pricesPage(visit, { values: form.shown, fault });
      }
      return previewPage(visit, form, await this.previewOf(visit, form), fault);
    }
  }

  private previewOf({ caller }: Visit, form: FormValues): Promise<PricePreview> {
    const change = checked(BasePriceChangeDto, typedChange(form));
    return this.previews.of(change, caller.may('costs.read'));
  }

  private async changed(
    { caller }: Visit,
    key: RequestKey,
    form: FormValues,
  ): Promise<ChangedPricesDto> {
    const change = checked(BasePriceChangeDto, typedChange(form));
    return this.changes.change(change, key, caller.author, preconditionIn(form));
  }
}

/** The refusal, with what is wrong with a category or product at the one field for both. @throws what is no refusal */
function faultOfForm(error: unknown): FormFault {
  const fault = formFault(error);
  const { category_id: category, product_id: product, ...fields } = fault.fields;
  const id = category ?? product;
  return { ...fault, fields: { ...fields, ...(id !== undefined && { id }) } };
}
