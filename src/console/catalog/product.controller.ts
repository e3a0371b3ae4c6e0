import { Get, Post } from '@nestjs/common';
import { PriceDto, ProductChangeDto } from '../../admin/catalog/items.dto.js';
import { ItemAdmin } from '../../admin/catalog/item-admin.service.js';
import { CostAdmin } from '../../admin/costs/cost-admin.service.js';
import { CostDto } from '../../admin/costs/costs.dto.js';
import { DeliveryAdmin } from '../../admin/delivery/delivery-admin.service.js';
import { DeliverySettingDto } from '../../admin/delivery/delivery.dto.js';
import type { AccountField } from '../../catalog/account-field.js';
import { changesFieldOrder } from '../../catalog/field-order.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { PathId } from '../../admin/http/path-parts.js';
import { DELIVERY_WORDS } from '../delivery/delivery-words.js';
import { typedDelivery } from '../delivery/typed-delivery.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { faultOf } from '../http/form-fault.js';
import { preconditionIn } from '../http/form-tag.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import { refusedForm } from '../http/refused-form.js';
import { ENTITY_TAG_FIELD, type FormFault } from '../../pages/form.js';
import { pickerFault, type Picked } from '../../pages/picker.js';
import { CatalogPicker } from '../shell/catalog-picker.service.js';
import { CONFIRMED_FIELD } from '../shell/confirmation.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import type { ProductFormName } from './product-form-props.js';
import { productPage } from './product-page.js';
import { fieldOrderQuestion } from './fields-form.js';
import { deletionQuestion } from './product-switches.js';
import { ProductReading } from './product-reading.service.js';
import { typedCost, typedFacts, typedFields, typedQuantities } from './typed-product.js';

/** One product, and its changes. */
@ConsoleController('catalog/products/:product')
export class ProductController {
  constructor(
    private readonly products: ProductReading,
    private readonly changes: ItemAdmin,
    private readonly costs: CostAdmin,
    private readonly delivery: DeliveryAdmin,
    private readonly picker: CatalogPicker,
  ) {}

  @Get()
  @NeedsPermission('catalog.read')
  async show(@CurrentVisit() visit: Visit, @PathId('product') id: number): Promise<Page> {
    return productPage(visit, await this.products.shown(visit, id));
  }

  @Post('facts')
  @NeedsPermission('catalog.edit')
  async setFacts(
    @CurrentVisit() visit: Visit,
    @PathId('product') id: number,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    const picked = await this.picker.category(form.text('category_id'));
    const fault = pickerFault(picked, 'category_id', visit.language);
    if (fault) return this.refused(visit, { id, form, name: 'facts', picked }, fault);
    return this.changed(visit, { id, form, name: 'facts', picked }, typedFacts(form, picked));
  }

  @Post('quantities')
  @NeedsPermission('catalog.edit')
  setQuantities(
    @CurrentVisit() visit: Visit,
    @PathId('product') id: number,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    return this.changed(visit, { id, form, name: 'quantities' }, typedQuantities(form));
  }

  @Post('fields')
  @NeedsPermission('catalog.edit')
  async setFields(
    @CurrentVisit() visit: Visit,
    @PathId('product') id: number,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    const change = typedFields(form);
    const isConfirmed = form.has(CONFIRMED_FIELD);
    if (!isConfirmed) {
      const { product } = await this.products.shown(visit, id);
      const present = product.fields as readonly AccountField[];
      if (changesFieldOrder(present, change.fields)) {
        return fieldOrderQuestion(visit, product, form.shown);
      }
    }
    const wanted = { ...change, ...(isConfirmed && { reorder_fields: true }) };
    return this.changed(visit, { id, form, name: 'fields' }, wanted);
  }

  @Post('availability')
  @NeedsPermission('catalog.edit')
  setAvailability(
    @CurrentVisit() visit: Visit,
    @PathId('product') id: number,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    const change = { available: form.text('available') === 'true' };
    return this.changed(visit, { id, form, name: 'availability' }, change);
  }

  @Post('deletion')
  @NeedsPermission('catalog.edit')
  async setDeleted(
    @CurrentVisit() visit: Visit,
    @PathId('product') id: number,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    const deleted = form.text('deleted') === 'true';
    if (deleted && !form.has(CONFIRMED_FIELD)) {
      const { product } = await this.products.shown(visit, id);
      const tag = { [ENTITY_TAG_FIELD]: form.text(ENTITY_TAG_FIELD) };
      return deletionQuestion({ visit, product, tag });
    }
    const done = deleted ? 'deleted' : 'restored';
    return this.changed(visit, { id, form, name: 'deletion', done }, { deleted });
  }

  @Post('price')
  @NeedsPermission('prices.edit')
  setPrice(
    @CurrentVisit() visit: Visit,
    @PathId('product') id: number,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    return this.after(visit, { id, form, name: 'price', done: 'priced' }, () => {
      const { price } = checkedInput(PriceDto, form.given('price'));
      return this.changes.setPrice(id, price, visit.caller.author, preconditionIn(form));
    });
  }

  @Post('cost')
  @NeedsPermission('costs.edit')
  setCost(
    @CurrentVisit() visit: Visit,
    @PathId('product') id: number,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    return this.after(visit, { id, form, name: 'cost', done: 'costed' }, () => {
      const { cost } = checkedInput(CostDto, typedCost(form));
      return this.costs.set(id, cost, visit.caller.author, preconditionIn(form));
    });
  }

  @Post('delivery')
  @NeedsPermission('delivery.edit')
  setDelivery(
    @CurrentVisit() visit: Visit,
    @PathId('product') id: number,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    return this.after(visit, { id, form, name: 'delivery', done: 'delivered' }, () => {
      const given = { steps: typedDelivery(form, DELIVERY_WORDS[visit.language]) };
      const { steps } = checkedInput(DeliverySettingDto, given);
      return this.delivery.set(id, steps, visit.caller.author, preconditionIn(form));
    });
  }

  private changed(visit: Visit, sent: ProductForm, change: object): Promise<Page | SeeOther> {
    return this.after(visit, sent, () => {
      const wanted = checkedInput(ProductChangeDto, change);
      const expected = preconditionIn(sent.form);
      return this.changes.setProduct(sent.id, wanted, expected, visit.caller.author);
    });
  }

  private async after(
    visit: Visit,
    sent: ProductForm,
    change: () => Promise<unknown>,
  ): Promise<Page | SeeOther> {
    const { id, done = 'saved' } = sent;
    const fault = await faultOf(async () => {
      await change();
    });
    return fault
      ? this.refused(visit, sent, fault)
      : new SeeOther(`catalog/products/${id}`, { done });
  }

  private async refused(
    visit: Visit,
    { id, form, name, picked }: ProductForm,
    fault: FormFault,
  ): Promise<Page> {
    const refused = { ...refusedForm(name, form, fault), ...(picked && { picked }) };
    return productPage(visit, await this.products.shown(visit, id), refused);
  }
}

/** A form of the page of a product that was sent. */
interface ProductForm {
  readonly id: number;
  readonly form: FormValues;
  readonly name: ProductFormName;
  /** What was found by the text that names its category. */
  readonly picked?: Picked;
  /** What the page says after the change; that the product is changed if it is left out. */
  readonly done?: string;
}
