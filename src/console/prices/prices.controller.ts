import { Get, Post } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import {
  BasePriceChangeDto,
  priceBase,
  type ChangedPricesDto,
} from '../../operations/catalog/base-price.operations.js';
import { PricePreviews } from '../../admin/catalog/price-preview.service.js';
import { PROBLEMS } from '../../admin/problems/problem.js';
import { UnusualChangesError } from '../../catalog/unusual/unusual.js';
import { MissingError } from '../../common/app-error.js';
import { isUndecided, type FormFault } from '../../pages/form.js';
import type { Picked } from '../../pages/picker.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { formFault } from '../http/form-fault.js';
import { preconditionIn } from '../http/form-tag.js';
import type { FormValues } from '../http/form-values.js';
import { FormOperations } from '../operations/form-operations.service.js';
import { Sent, type SentForm } from '../operations/sent-form.decorator.js';
import { CatalogPicker } from '../shell/catalog-picker.service.js';
import { ThingNaming } from '../shell/thing-naming.service.js';
import type { Page } from '../visit/page.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { changedPage, previewPage, undecidedPage } from './preview-pages.js';
import { pricesPage } from './prices-page.js';
import { targetIn, typedChange } from './typed-change.js';
import { wordsOf } from '../../pages/words.js';

/** Changes many base prices: asked for, seen beside the costs, then made exactly so. */
@ConsoleController('prices')
export class PricesController {
  constructor(
    private readonly previews: PricePreviews,
    private readonly forms: FormOperations,
    private readonly picker: CatalogPicker,
    private readonly naming: ThingNaming,
  ) {}

  @Get()
  @NeedsPermission('prices.edit')
  show(@CurrentVisit() visit: Visit): Page {
    return pricesPage(visit);
  }

  @Post('preview')
  @NeedsPermission('prices.edit')
  async preview(@Sent() { visit, form }: SentForm): Promise<Page> {
    const picked = await this.picked(form);
    try {
      return await this.previewPage(visit, form, picked);
    } catch (error) {
      const fault = faultOf(visit, error);
      return pricesPage(visit, { ...form.sent, fault, picked: { id: picked } });
    }
  }

  @Post('apply')
  @NeedsPermission('prices.edit')
  async apply(@Sent() { visit, form, request }: SentForm): Promise<Page> {
    const picked = await this.picked(form);
    try {
      const change = changeIn(visit, form, picked);
      const asked = await this.forms.asked(priceBase, request, 0, change);
      const ask = { ...asked, expects: preconditionIn(form).assert };
      const changed = (await this.forms.run(priceBase, request, ask)) as ChangedPricesDto;
      return changedPage(visit, changed, await this.naming.places(changed.items, visit.caller));
    } catch (error) {
      const fault = faultOf(visit, error);
      const isSeenAgain =
        fault.status === PROBLEMS.changed.status || error instanceof UnusualChangesError;
      if (isSeenAgain) return this.previewPage(visit, form, picked, fault);
      if (isUndecided(fault)) {
        const sent = { change: changeIn(visit, form, picked), target: targetIn(form), picked };
        return undecidedPage(visit, { ...sent, values: form.shown, fault });
      }
      return pricesPage(visit, { ...form.sent, fault, picked: { id: picked } });
    }
  }

  /** What the field for a category or product names. */
  private async picked(form: FormValues): Promise<Picked> {
    const text = form.text('id');
    switch (targetIn(form)) {
      case 'category':
        return this.picker.category(text);
      case 'product':
        return this.picker.product(text);
      case 'all':
        return { kind: 'empty' };
    }
  }

  private async previewPage(
    visit: Visit,
    form: FormValues,
    picked: Picked,
    fault?: FormFault,
  ): Promise<Page> {
    const change = changeIn(visit, form, picked);
    const preview = await this.previews.of(change, visit.caller.may('costs.read'));
    const places = await this.naming.places(preview.items, visit.caller);
    return previewPage(visit, { change, target: targetIn(form), picked, preview, places, fault });
  }
}

function changeIn({ language }: Visit, form: FormValues, picked: Picked): BasePriceChangeDto {
  return checkedInput(BasePriceChangeDto, typedChange(form, picked, language));
}

/** The refusal; what was found may have no products. @throws what is no refusal */
function faultOf({ language }: Visit, error: unknown): FormFault {
  if (!(error instanceof MissingError)) return formFault(error);
  return { status: 422, message: '', fields: { id: wordsOf(language, 'price').noProducts } };
}
