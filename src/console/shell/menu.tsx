import type { ClosedPart } from '../../account/closed-part.js';
import { shopName, type Branding } from '../../catalog/branding/branding.js';
import { Icon } from '../../pages/icon.js';
import { useWords } from '../../pages/words.js';
import { useVisit } from '../visit/use-visit.js';
import { isOfPart, PART_GROUPS, type ExtensionPart } from './navigation.js';

export const MENU_ID = 'menu';

interface BrandProps {
  readonly branding: Branding;
  readonly closed: ClosedPart | undefined;
}

/** The logo and name of the shop, and whether it is open. */
export function Brand({ branding, closed }: BrandProps) {
  const { links } = useVisit();
  const words = useWords('console');
  return (
    <div class="brand">
      <a href={links.home}>
        {branding.logo !== null && <img src={links.to(`..${branding.logo}`)} alt="" class="logo" />}
        <bdi>{shopName(branding)}</bdi>
      </a>
      {closed !== undefined && <span class={`state ${closed}`}>{words.state[closed]}</span>}
    </div>
  );
}

interface MenuProps extends BrandProps {
  readonly shown: string;
  readonly extensions?: readonly ExtensionPart[] | undefined;
}

/** The parts of the console, of which that of a page is marked. Beside the page in a wide window, else opened by its button. */
export function Menu({ branding, closed, shown, extensions = [] }: MenuProps) {
  const visit = useVisit();
  const words = useWords('console');
  const { signedIn } = visit;
  return (
    <nav
      id={MENU_ID}
      popover="auto"
      class="side"
      aria-label={words.navigation}
      data-live={signedIn.may('orders.read') ? visit.links.to('live') : undefined}
    >
      <Brand branding={branding} closed={closed} />
      {PART_GROUPS.map(({ name, parts }) => {
        const seen = parts.filter(
          ({ permission }) => permission === null || signedIn.may(permission),
        );
        return (
          seen.length > 0 && (
            <section key={name}>
              <h2 id={`menu-${name}`}>{words.partGroups[name]}</h2>
              <ul aria-labelledby={`menu-${name}`}>
                {seen.map((part) => (
                  <li key={part.name}>
                    <a
                      href={visit.links.to(part.page)}
                      aria-current={isOfPart(part, shown) ? 'page' : undefined}
                    >
                      <Icon name={part.icon} />
                      {words[part.name]}
                      {part.name === 'waiting' && <span class="count" data-waiting hidden />}
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          )
        );
      })}
      <ExtensionsMenu extensions={extensions} shown={shown} />
    </nav>
  );
}

/** The pages of extensions, as far as the operator may do something there. */
function ExtensionsMenu({ extensions, shown }: Required<Pick<MenuProps, 'extensions' | 'shown'>>) {
  const { links, signedIn } = useVisit();
  const words = useWords('page');
  const seen = extensions?.filter(({ permissions }) =>
    permissions.some((one) => signedIn.may(one)),
  );
  if (!seen?.length) return null;
  return (
    <section>
      <h2 id="menu-extensions">{words.extensions}</h2>
      <ul aria-labelledby="menu-extensions">
        {seen.map((part) => (
          <li key={part.name}>
            <a href={links.to(part.page)} aria-current={isOfPart(part, shown) ? 'page' : undefined}>
              <Icon name="boxes" />
              <bdi>{part.name}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

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
