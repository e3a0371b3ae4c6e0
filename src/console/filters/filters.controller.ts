import { Post } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { ProblemError } from '../../admin/problems/problem.js';
import { SavedFilters } from '../../operators/filters/saved-filters.service.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { formFault } from '../http/form-fault.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import { filterIn, isFilterPage } from '../visit/filter-pages.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { refusedFilterPage, type PresentFilter } from './refused-filter-page.js';

/** Keeps filters of lists for the operator who sends the form, and deletes them. */
@ConsoleController('filters')
export class FiltersController {
  constructor(private readonly filters: SavedFilters) {}

  @Post()
  @NeedsPermission('any')
  async save(
    @CurrentVisit() visit: Visit,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    const { list, filter } = filterOf(form);
    const query = filter.toString();
    try {
      const kept = { page: list, name: form.text('name'), query };
      await this.filters.save(visit.session.operatorId, kept);
      return new SeeOther(list, { ...Object.fromEntries(filter), done: 'filter-saved' });
    } catch (error) {
      const state = { values: form.shown, fault: formFault(error) };
      return refusedFilterPage(visit, { list, filter }, state);
    }
  }

  @Post('remove')
  @NeedsPermission('any')
  async remove(@CurrentVisit() visit: Visit, @CurrentForm() form: FormValues): Promise<SeeOther> {
    const { list, filter } = filterOf(form);
    await this.filters.delete(visit.session.operatorId, list, form.exact('name'));
    return new SeeOther(list, { ...Object.fromEntries(filter), done: 'filter-deleted' });
  }
}

/** What was filtered by on the page with the form. @throws ProblemError if it is no list with filters */
function filterOf(form: FormValues): PresentFilter {
  const list = form.text('page');
  if (!isFilterPage(list)) {
    throw new ProblemError('malformed-request', 'The form is not complete.');
  }
  return { list, filter: filterIn(list, new URLSearchParams(form.exact('query'))) };
}
