import { auditList } from '../../operations/shop/audit.lists.js';
import { inUtc } from '../http/parameters.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { ListPage, type Listed } from '../operations/list-page.decorator.js';
import { ThingNaming } from '../shell/thing-naming.service.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { auditPage } from './audit-page.js';
import { auditFile } from './entry-text.js';
import { namesIn } from './thing-names.js';

/** Who changed what. */
@ConsoleController('audit')
@ListPage<typeof auditList, AuditController>(
  auditList,
  {},
  {
    more: ({ language, conventions }) => ({
      csv: auditFile(language),
      asked: (typed) => ({ ...inUtc(typed, conventions.timeZone), ...actorIn(typed) }),
    }),
  },
)
export class AuditController {
  constructor(private readonly naming: ThingNaming) {}

  async shown(visit: Visit, listed: Listed<typeof auditList>): Promise<Page> {
    return auditPage(visit, listed, await namesIn(this.naming, visit, listed.found.items));
  }
}

/** An operator is named without what the audit puts before the name. */
function actorIn({ actor }: Readonly<Record<string, string>>): { readonly actor?: string } {
  if (actor === undefined) return {};
  return { actor: /[:\s]/.test(actor) || actor === 'operator' ? actor : `operator:${actor}` };
}
