import type { FormState } from '../../pages/form.js';
import { FilterForm } from '../shell/filter-form.js';
import { FILTER_WORDS } from '../shell/filter-words.js';
import type { FilterPage } from '../visit/filter-pages.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';

/** What a list is filtered by. */
export interface PresentFilter {
  readonly list: FilterPage;
  readonly filter: URLSearchParams;
}

/** The form that keeps a filter, with what is wrong with it. */
export function refusedFilterPage(
  { language, links }: Visit,
  { list, filter }: PresentFilter,
  state: FormState,
): Page {
  const words = FILTER_WORDS[language];
  return {
    title: words.save,
    status: state.fault?.status,
    content: (
      <>
        <FilterForm list={list} query={filter.toString()} state={state} />
        <p>
          <a href={links.to(list, Object.fromEntries(filter))}>{words.back}</a>
        </p>
      </>
    ),
  };
}
