import type { PageOf } from '../../operations/lists/list.js';
import type { refusalList } from '../../operations/orders/refusal.lists.js';
import type { FormState } from '../../pages/form.js';
import { accountList } from '../accounts/account-list.js';
import type { Filter } from '../shell/filter.js';
import { FilterForm, useTimeRange } from '../shell/filter-form.js';
import { ListLinks } from '../shell/list-links.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import type { ThingNames } from '../shell/thing-naming.service.js';
import { RefusalTable } from './refusal-table.js';
import { useWords, wordsOf } from '../../pages/words.js';

interface FoundRefusals extends PageOf<typeof refusalList> {
  readonly names: ThingNames;
}

/** The journal of refused requests, newest first; nothing was found if what is looked for is wrong. */
export function refusalsPage(
  visit: Visit,
  state: FormState,
  found: FoundRefusals | undefined,
): Page {
  const words = wordsOf(visit.language, 'refusal');
  return accountList(visit, {
    list: 'refusals',
    title: words.title,
    state,
    content: (
      <>
        <p class="hint">{words.hint}</p>
        <Search state={state} />
        {found && (
          <>
            <RefusalTable refusals={found.items} names={found.names} />
            <ListLinks path="refusals" values={state.values} next={found.next} />
          </>
        )}
      </>
    ),
  });
}

function Search({ state }: { readonly state: FormState }) {
  const words = useWords('refusal');
  return (
    <FilterForm
      to="refusals"
      label={words.search}
      state={state}
      filters={[
        { name: 'account_id', label: words.account, as: 'picker' },
        { name: 'product_id', label: words.product, as: 'picker' },
        useCodeChoice(state),
        ...useTimeRange(),
      ]}
    />
  );
}

/** The codes in words; one of an extension only while it is looked for. */
function useCodeChoice({ values }: FormState): Filter {
  const words = useWords('refusal');
  const { code = '' } = values ?? {};
  const known = Object.entries(words.codes).map(
    ([one, text]) => [one, `${one} · ${text}`] as const,
  );
  const options = [['', words.any] as const, ...known];
  const isKnown = options.some(([one]) => one === code);
  return {
    ...{ name: 'code', label: words.code },
    options: isKnown ? options : [...options, [code, code]],
  };
}
