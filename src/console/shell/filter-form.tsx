import type { VNode } from 'preact';
import { MAX_FILTER_NAME_CHARACTERS } from '../../operators/filters/saved-filters.service.js';
import { Form, Input, Submit, type FormState } from '../../pages/form.js';
import { usePage, useWords } from '../../pages/page-context.js';
import type { FilterPage } from '../visit/filter-pages.js';
import { FILTER_WORDS } from './filter-words.js';

interface FilterFormProps {
  readonly list: FilterPage;
  /** What is filtered by, as a query string. */
  readonly query: string;
  readonly hint?: string | undefined;
  readonly state?: FormState;
}

/** The form that keeps a filter under a name. */
export function FilterForm({ list, query, hint, state }: FilterFormProps): VNode {
  const { links } = usePage();
  const words = useWords(FILTER_WORDS);
  return (
    <Form
      action={links.to('filters')}
      hidden={{ page: list, query }}
      state={state}
      label={words.save}
    >
      <Input
        name="name"
        label={words.name}
        maxLength={MAX_FILTER_NAME_CHARACTERS}
        state={state}
        {...(hint !== undefined && { hint })}
      />
      <Submit kind="plain">{words.save}</Submit>
    </Form>
  );
}
