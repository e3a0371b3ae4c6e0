import type { VNode } from 'preact';
import type { SavedFilter } from '../../operators/filters/filters.repository.js';
import { Disclosure } from '../../pages/disclosure.js';
import { Form, Submit } from '../../pages/form.js';
import { isolated } from '../../pages/language.js';
import { useWords } from '../../pages/page-context.js';
import { Text } from '../../pages/values.js';
import { filterIn, type FilterPage } from '../visit/filter-pages.js';
import type { Visit } from '../visit/visit.js';
import { DoneNotice } from './done-notice.js';
import { FilterForm } from './filter-form.js';
import { FILTER_WORDS } from './filter-words.js';

interface FilterBarProps {
  readonly visit: Visit;
  readonly list: FilterPage;
  /** True if what was filtered by is wrong, so that it is not worth keeping. */
  readonly isRefused: boolean;
  readonly saved: readonly SavedFilter[];
}

/** The saved filters of a list as links, and the forms that keep the present one and delete others. */
export function FilterBar({ visit, list, isRefused, saved }: FilterBarProps): VNode {
  const words = useWords(FILTER_WORDS);
  const present = isRefused ? '' : filterIn(list, visit.query).toString();
  const hint = list === 'orders' && visit.query.get('text') ? words.withoutText : undefined;
  return (
    <>
      <DoneNotice
        visit={visit}
        said={{ 'filter-saved': words.wasSaved, 'filter-deleted': words.wasDeleted }}
      />
      <SavedLinks visit={visit} list={list} saved={saved} present={present} />
      {(saved.length > 0 || present !== '') && (
        <Disclosure title={words.manage}>
          {present !== '' && <FilterForm list={list} query={present} hint={hint} />}
          <Deletions visit={visit} list={list} saved={saved} present={present} />
        </Disclosure>
      )}
    </>
  );
}

interface ListProps {
  readonly visit: Visit;
  readonly list: FilterPage;
  /** What the list is filtered by; empty if it is not. */
  readonly present: string;
}

interface SavedProps extends ListProps {
  readonly saved: readonly SavedFilter[];
}

function SavedLinks({ visit, list, saved, present }: SavedProps): VNode | null {
  const words = useWords(FILTER_WORDS);
  if (saved.length === 0) return null;
  return (
    <nav class="parts" aria-label={words.saved}>
      <ul>
        {saved.map(({ name, query }) => {
          const kept = filterIn(list, new URLSearchParams(query));
          const isPresent = kept.toString() === present;
          return (
            <li key={name}>
              <a
                href={visit.links.to(list, Object.fromEntries(kept))}
                aria-current={isPresent ? 'page' : undefined}
              >
                <Text>{name}</Text>
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function Deletions({ visit, list, saved, present }: SavedProps): VNode {
  const words = useWords(FILTER_WORDS);
  return (
    <>
      {saved.map(({ name }) => (
        <Form
          key={name}
          action={visit.links.to('filters/remove')}
          hidden={{ page: list, query: present, name }}
          label={words.delete(isolated(name))}
        >
          <Submit kind="plain">{words.delete(isolated(name))}</Submit>
        </Form>
      ))}
    </>
  );
}
