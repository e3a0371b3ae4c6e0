import { Get } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { auditList } from '../../operations/shop/audit.lists.js';
import { inUtc } from '../http/parameters.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { ThingNaming } from '../shell/thing-naming.service.js';
import type { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { auditPage } from './audit-page.js';
import { auditFile } from './entry-text.js';
import { namesIn } from './thing-names.js';

/** Who changed what. */
@ConsoleController('audit')
export class AuditController {
  constructor(
    private readonly lists: ConsoleLists,
    private readonly naming: ThingNaming,
  ) {}

  @Get()
  @NeedsPermission('audit.read')
  list(@CurrentVisit() visit: Visit): Promise<Page | Download> {
    return this.lists.show(
      auditList,
      visit,
      async (found, filter) =>
        auditPage(visit, filter, found, await namesIn(this.naming, visit, found.items)),
      {
        csv: auditFile(visit.language),
        asked: (typed) => ({ ...inUtc(typed, visit.conventions.timeZone), ...actorIn(typed) }),
      },
    );
  }
}

/** An operator is named without what the audit puts before the name. */
function actorIn({ actor }: Readonly<Record<string, string>>): { readonly actor?: string } {
  if (actor === undefined) return {};
  return { actor: /[:\s]/.test(actor) || actor === 'operator' ? actor : `operator:${actor}` };
}
