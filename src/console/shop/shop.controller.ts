import { Get } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import {
  catalogSettingsSet,
  catalogSettingsShow,
} from '../../operations/catalog/catalog-setting.operations.js';
import {
  brandingLogo,
  brandingSet,
  brandingShow,
} from '../../operations/shop/branding.operations.js';
import { conventionsSet, conventionsShow } from '../../operations/shop/convention.operations.js';
import type { ThingId } from '../../operations/operation.js';
import {
  maintenanceSet,
  maintenanceShow,
  type MaintenanceSettingDto,
} from '../../operations/shop/maintenance.operations.js';
import { doctor } from '../../operations/shop/recovery.operations.js';
import { NO_PICTURE } from '../catalog/picture-form.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { RefusedForm } from '../http/refused-form.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { PageWithForms } from '../operations/operation-forms.decorator.js';
import type { Page } from '../visit/page.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { closingQuestion, findingsPage, shopPage } from './shop-pages.js';

/** Maintenance, the branding and conventions of the shop, and its examination. */
@ConsoleController('shop')
@PageWithForms<ShopController>('maintenance.read', {
  'catalog-settings': { operation: catalogSettingsSet, done: 'unusual' },
  conventions: { operation: conventionsSet, done: 'conventions' },
  branding: { operation: brandingSet, done: 'branding' },
  logo: { operation: brandingLogo, done: 'branding' },
  'logo/remove': { operation: brandingLogo, done: 'branding', input: NO_PICTURE },
  maintenance: {
    operation: maintenanceSet,
    done: 'maintenance',
    question: (_, visit, { input }) =>
      (input as MaintenanceSettingDto).closed === 'everything' ? closingQuestion(visit) : undefined,
  },
})
export class ShopController {
  constructor(private readonly lists: ConsoleLists) {}

  @Get('doctor')
  @NeedsPermission('doctor.run')
  async examine(@CurrentVisit() visit: Visit): Promise<Page> {
    return findingsPage(visit, await this.lists.read(doctor, visit, {}));
  }

  async page(visit: Visit, _?: ThingId, refused?: RefusedForm<string>): Promise<Page> {
    const maintenance = await this.lists.read(maintenanceShow, visit, {});
    if (!visit.caller.may('settings.read')) return shopPage(visit, { maintenance, refused });
    const settings = await this.lists.read(catalogSettingsShow, visit, {});
    const conventions = await this.lists.read(conventionsShow, visit, {});
    const branding = await this.lists.read(brandingShow, visit, {});
    return shopPage(visit, { maintenance, settings, conventions, branding, refused });
  }
}
