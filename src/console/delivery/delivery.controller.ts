import { Get, Post } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { DeliveryAdmin } from '../../admin/delivery/delivery-admin.service.js';
import { DeliverySettingDto, type DeliveryStepDto } from '../../admin/delivery/delivery.dto.js';
import { PathId } from '../../admin/http/path-parts.js';
import { ProblemError } from '../../admin/problems/problem.js';
import { checked } from '../http/checked.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { faultOf } from '../http/form-fault.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import {
  deliveryPage,
  findDeliveryPage,
  type ShownDelivery,
  type TypedStep,
} from './delivery-page.js';
import { stepOf } from './step-text.js';

/** Who delivers a product. */
@ConsoleController('delivery')
export class DeliveryController {
  constructor(private readonly delivery: DeliveryAdmin) {}

  /** Leads from the form that asks for a product to its page. */
  @Get()
  @NeedsPermission('delivery.read')
  find(@CurrentVisit() visit: Visit): Page | SeeOther {
    const product = (visit.query.get('product') ?? '').trim();
    if (product === '') return findDeliveryPage(visit);
    return new SeeOther(`delivery/${encodeURIComponent(product)}`);
  }

  @Get(':product')
  @NeedsPermission('delivery.read')
  async show(@CurrentVisit() visit: Visit, @PathId('product') product: number): Promise<Page> {
    return deliveryPage(visit, await this.shown(product));
  }

  @Post(':product')
  @NeedsPermission('delivery.edit')
  async set(
    @CurrentVisit() visit: Visit,
    @PathId('product') product: number,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    const typed = typedIn(form);
    const fault = await faultOf(() => {
      const given = { steps: stepsIn(typed) };
      const { steps } = checked(DeliverySettingDto, given);
      return this.delivery.set(product, steps, visit.caller.author);
    });
    if (!fault) return new SeeOther(`delivery/${product}`, { done: 'saved' });
    return deliveryPage(visit, await this.shown(product), { typed, fault });
  }

  private async shown(product: number): Promise<ShownDelivery> {
    const delivery = await this.delivery.get(product);
    return { product, delivery, handlers: this.delivery.handlers() };
  }
}

/** The rows of the form; each has all three fields. */
function typedIn(form: FormValues): TypedStep[] {
  const [handlers, settings] = [form.all('handler'), form.all('settings')];
  return form.all('position').map((position, index) => ({
    position: position.trim(),
    handler: (handlers[index] ?? '').trim(),
    settings: (settings[index] ?? '').trim(),
  }));
}

/** The steps by their number; rows without a handler are none. @throws ProblemError */
function stepsIn(typed: readonly TypedStep[]): DeliveryStepDto[] {
  const rows = typed.filter(({ handler }) => handler !== '');
  if (rows.some(({ position }) => !/^\d{1,9}$/.test(position))) {
    throw new ProblemError('invalid', 'The order of each handler must be a whole number.');
  }
  const sorted = rows.toSorted((one, other) => Number(one.position) - Number(other.position));
  return sorted.map(({ handler, settings }) => stepOf(handler, settings));
}
