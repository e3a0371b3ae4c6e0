import { Icon } from '../../pages/icon.js';
import { useWords } from '../../pages/words.js';
import { useVisit } from '../visit/use-visit.js';
import { MENU_ID } from './menu.js';

/** Opens the menu where the window is too narrow to show it. */
export function MenuButton() {
  const words = useWords('console');
  return (
    <button type="button" class="sign menu" popovertarget={MENU_ID} aria-label={words.menu}>
      <Icon name="menu" />
    </button>
  );
}

/** The search over all that the shop has. */
export function SearchField() {
  const { links, query, page } = useVisit();
  const words = useWords('console');
  return (
    <form class="everywhere" role="search" action={links.to('search')}>
      <Icon name="search" />
      <input
        type="search"
        name="text"
        aria-label={words.searchEverywhere}
        placeholder={words.searchEverywhere}
        value={page === 'search' ? (query.get('text') ?? '') : ''}
        autocomplete="off"
        maxLength={200}
        dir="auto"
      />
      <kbd aria-hidden="true">/</kbd>
    </form>
  );
}
