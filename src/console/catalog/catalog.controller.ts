import { Get } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { Page } from '../visit/page.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { catalogPage, deletedPage } from './catalog-page.js';
import { ItemReading } from './item-reading.service.js';

/** The top of the catalog, and what was deleted of it. */
@ConsoleController('catalog')
export class CatalogController {
  constructor(private readonly items: ItemReading) {}

  @Get()
  @NeedsPermission('catalog.read')
  async show(@CurrentVisit() visit: Visit): Promise<Page> {
    return catalogPage(visit, await this.items.roots(visit.query));
  }

  @Get('deleted')
  @NeedsPermission('catalog.read')
  async deleted(@CurrentVisit() visit: Visit): Promise<Page> {
    return deletedPage(visit, await this.items.deleted(visit.query));
  }
}
