import { Get, Inject } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { dayAfter, dayOf } from '../../common/zoned-time.js';
import { orderList } from '../../operations/orders/order.lists.js';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';
import { salesReport } from '../../operations/reports/report.lists.js';
import { Attention } from '../../reports/attention.service.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { timeInUtc } from '../http/parameters.js';
import { salesPoints, type SalesPoint } from '../reports/sales-points.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { ThingNaming } from '../shell/thing-naming.service.js';
import type { Page } from '../visit/page.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { homePage, type Today, type DoneSteps } from './home-page.js';
import { NeedsReading, type Needs } from './needs-reading.service.js';

/** Days of the lines, today included. */
const SHOWN_DAYS = 14;
/** The last ones. */
const SHOWN_ORDERS = 8;

/** What has been sold today, what the operator should look at now, and the last orders. */
@ConsoleController()
export class HomeController {
  constructor(
    private readonly lists: ConsoleLists,
    private readonly naming: ThingNaming,
    private readonly attention: Attention,
    private readonly needs: NeedsReading,
    @Inject(CONFIG) private readonly config: Pick<SoukConfig, 'BASE_URL'>,
  ) {}

  @Get()
  @NeedsPermission('any')
  async show(@CurrentVisit() visit: Visit): Promise<Page> {
    const { caller } = visit;
    const readsOrders = caller.may('orders.read');
    const needs = await this.needs.read(visit);
    return homePage(visit, {
      sold: caller.may('reports.read') ? await this.sold(visit) : undefined,
      waiting: readsOrders ? await this.attention.waiting() : undefined,
      latest: readsOrders ? await this.latest(visit) : undefined,
      needs,
      steps: caller.may('settings.edit') ? await this.steps(needs) : undefined,
    });
  }

  private async sold(visit: Visit): Promise<SalesPoint[]> {
    const { timeZone } = visit.conventions;
    const today = dayOf(new Date(), timeZone);
    const from = timeInUtc(`${dayAfter(today, 1 - SHOWN_DAYS)}T00:00`, timeZone);
    const query = { by: 'day', from, limit: String(SHOWN_DAYS) } as const;
    return salesPoints(await this.lists.read(salesReport, visit, query), visit.conventions);
  }

  private async latest(visit: Visit): Promise<Today['latest']> {
    const { items } = await this.lists.first(orderList, visit, 0, { limit: String(SHOWN_ORDERS) });
    return { orders: items, names: await this.naming.ofOrders(items, visit.caller) };
  }

  private async steps({ backups }: Needs): Promise<DoneSteps> {
    return {
      ...(await this.attention.firstSteps()),
      backup: Boolean(backups?.good),
      https: new URL(this.config.BASE_URL).protocol === 'https:',
    };
  }
}
