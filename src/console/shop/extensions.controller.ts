import { Get, Post } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { MAX_ITEMS } from '../../operations/lists/page.js';
import { PathId, PathText } from '../../admin/http/path-parts.js';
import { ExtensionAdmin } from '../../admin/shop/extension-admin.service.js';
import type { FormFault } from '../../pages/form.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { faultOf } from '../http/form-fault.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { EXTENSIONS, extensionsPage } from './extensions-page.js';

/** The extensions of the shop, and the events for them. */
@ConsoleController(EXTENSIONS)
export class ExtensionsController {
  constructor(private readonly extensions: ExtensionAdmin) {}

  @Get()
  @NeedsPermission('extensions.read')
  show(@CurrentVisit() visit: Visit): Promise<Page> {
    return this.page(visit);
  }

  @Post(':extension/forget')
  @NeedsPermission('extensions.edit')
  async forget(
    @CurrentVisit() visit: Visit,
    @PathText('extension') name: string,
  ): Promise<Page | SeeOther> {
    const fault = await faultOf(() => this.extensions.forget(name, visit.caller.author));
    return fault ? this.page(visit, fault) : new SeeOther(EXTENSIONS, { done: 'forgotten' });
  }

  @Post('failed-events/:event/resend')
  @NeedsPermission('extensions.resend')
  async resend(
    @CurrentVisit() visit: Visit,
    @PathId('event') id: number,
  ): Promise<Page | SeeOther> {
    const fault = await faultOf(() => this.extensions.resend(id, visit.caller.author));
    return fault ? this.page(visit, fault) : new SeeOther(EXTENSIONS, { done: 'resent' });
  }

  @Post('failed-events/release')
  @NeedsPermission('extensions.resend')
  async release(@CurrentVisit() visit: Visit, @CurrentForm() form: FormValues): Promise<SeeOther> {
    const isDropped = form.has('drop');
    const { count } = await this.extensions.release(isDropped, visit.caller.author);
    return new SeeOther(EXTENSIONS, { done: isDropped ? 'dropped' : 'sent', count: String(count) });
  }

  private async page(visit: Visit, fault?: FormFault): Promise<Page> {
    const { items: extensions } = await this.extensions.list();
    const { items: failures } = await this.extensions.failures({ limit: String(MAX_ITEMS) });
    return extensionsPage(visit, { extensions, failures }, fault);
  }
}
