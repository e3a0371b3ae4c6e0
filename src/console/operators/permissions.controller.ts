import { Get } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { ShopPermissions } from '../../people/permissions/shop-permissions.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { Page } from '../visit/page.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { permissionsPage } from './permissions-page.js';

/** What each role may do. */
@ConsoleController('permissions')
export class PermissionsController {
  constructor(private readonly permissions: ShopPermissions) {}

  @Get()
  @NeedsPermission('operators.read')
  show(@CurrentVisit() visit: Visit): Page {
    return permissionsPage(visit, this.permissions);
  }
}
