import { Get } from '@nestjs/common';
import { AccountService } from '../../account/account.service.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { AuditListing } from '../../admin/audit/audit-listing.service.js';
import { AuditQuery, type AuditEntryDto } from '../../admin/audit/audit.dto.js';
import { ProductService } from '../../catalog/editing/product.service.js';
import { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { inUtc, parametersOf } from '../http/parameters.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { formFault } from '../http/form-fault.js';
import { Download } from '../visit/download.js';
import { FILTER_PARAMETERS } from '../visit/filter-pages.js';
import type { Page } from '../visit/page.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { auditPage } from './audit-page.js';
import { auditFile } from './entry-text.js';
import { idsIn, type ThingNames } from './thing-names.js';

/** Who changed what. */
@ConsoleController('audit')
export class AuditController {
  constructor(
    private readonly audit: AuditListing,
    private readonly accounts: AccountService,
    private readonly products: ProductService,
  ) {}

  @Get()
  @NeedsPermission('audit.read')
  async list(@CurrentVisit() visit: Visit): Promise<Page | Download> {
    const values = parametersOf(visit.query, FILTER_PARAMETERS.audit);
    try {
      const paging = parametersOf(visit.query, ['cursor', 'format']);
      const query = checkedInput(AuditQuery, { ...inUtc(values), ...actorIn(values), ...paging });
      const file = auditFile(visit.language);
      const answer = await this.audit.answer(query, visit.caller, file);
      if (answer instanceof StreamedAnswer) return new Download('audit.csv', answer);
      return auditPage(visit, { values }, answer, await this.namesOf(visit, answer.items));
    } catch (error) {
      const nothing = { items: [], next: null };
      return auditPage(visit, { values, fault: formFault(error) }, nothing);
    }
  }

  /** As far as the operator may know them, each kind with one statement for the page. */
  private async namesOf({ caller }: Visit, entries: readonly AuditEntryDto[]): Promise<ThingNames> {
    const { accounts, products } = idsIn(entries);
    return {
      accounts: byId(caller.may('accounts.read') ? await this.accounts.named(accounts) : []),
      products: byId(caller.may('catalog.read') ? await this.products.named(products) : []),
    };
  }
}

/** An operator is named without what the audit puts before the name. */
function actorIn({ actor }: Readonly<Record<string, string>>): { readonly actor?: string } {
  if (actor === undefined) return {};
  return { actor: /[:\s]/.test(actor) || actor === 'operator' ? actor : `operator:${actor}` };
}

function byId(
  items: readonly { readonly id: number; readonly name: string }[],
): ReadonlyMap<number, string> {
  return new Map(items.map(({ id, name }) => [id, name]));
}
