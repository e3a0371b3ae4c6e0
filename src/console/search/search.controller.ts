import { Get } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { formFault } from '../http/form-fault.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { looksLikeToken } from '../token-question/token-question.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { searchPage } from './search-page.js';
import { SearchEverywhere } from './search.service.js';

/** The search over orders, accounts, the catalog, and the pages of the console. */
@ConsoleController('search')
export class SearchController {
  constructor(private readonly search: SearchEverywhere) {}

  @Get()
  @NeedsPermission('any')
  async find(@CurrentVisit() visit: Visit): Promise<Page | SeeOther> {
    const text = (visit.query.get('text') ?? '').trim();
    if (looksLikeToken(text) && visit.caller.may('tokens.read')) return new SeeOther('tokens');
    if (text === '') return searchPage(visit, text, undefined);
    try {
      return searchPage(visit, text, await this.search.find(visit, text));
    } catch (error) {
      return searchPage(visit, text, undefined, formFault(error));
    }
  }
}
