import { Get, Post } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { ShopAdmin } from '../../admin/shop/shop-admin.service.js';
import { MaintenanceSettingDto } from '../../admin/shop/shop.dto.js';
import type { FormState } from '../../pages/form.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { formFault } from '../http/form-fault.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { findingsPage, shopPage } from './shop-pages.js';

/** Maintenance, and the examination of the shop. */
@ConsoleController('shop')
export class ShopController {
  constructor(private readonly shop: ShopAdmin) {}

  @Get()
  @NeedsPermission('maintenance.read')
  show(@CurrentVisit() visit: Visit): Promise<Page> {
    return this.page(visit, {});
  }

  @Post('maintenance')
  @NeedsPermission('maintenance.switch')
  async close(
    @CurrentVisit() visit: Visit,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    try {
      const { closed } = checkedInput(MaintenanceSettingDto, form.given('closed'));
      await this.shop.close(closed, visit.caller.author);
      return new SeeOther('shop', { done: 'maintenance' });
    } catch (error) {
      return this.page(visit, { values: form.shown, fault: formFault(error) });
    }
  }

  @Get('doctor')
  @NeedsPermission('doctor.run')
  async examine(@CurrentVisit() visit: Visit): Promise<Page> {
    return findingsPage(visit, await this.shop.examine());
  }

  private async page(visit: Visit, state: FormState): Promise<Page> {
    return shopPage(visit, await this.shop.maintenance(), state);
  }
}
