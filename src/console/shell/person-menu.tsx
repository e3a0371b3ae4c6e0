import { languageName } from '../../locales/language.js';
import { Locale } from '../../locales/locale.js';
import { THEMES } from '../../pages/document.js';
import { Icon } from '../../pages/icon.js';
import { PageLink } from '../../pages/text-links.js';
import { useWords } from '../../pages/words.js';
import { useVisit } from '../visit/use-visit.js';

const ID = 'person';

/** Who has signed in, behind one button: language, colors, the own account, and the way out. */
export function PersonMenu() {
  const { signedIn } = useVisit();
  return (
    <>
      <button type="button" class="person" popovertarget={ID}>
        <Icon name="circle-user" />
        <bdi>{signedIn.principal.name}</bdi>
        <Icon name="chevron-down" />
      </button>
      <div id={ID} popover="auto" class="person">
        <Self />
        <Preferences />
      </div>
    </>
  );
}

/** Who has signed in, and the way out. */
export function Self() {
  const visit = useVisit();
  const words = useWords('console');
  const { operator } = visit;
  if (!operator) return null;
  const { name, role } = operator.principal;
  return (
    <form action={visit.links.to('sign-out')} method="post" class="inline">
      <span>
        <bdi>{name}</bdi> · {words.roles[role]}
      </span>
      <PageLink to="own">{words.own}</PageLink>
      <button type="submit" class="plain">
        {words.signOut}
      </button>
    </form>
  );
}

/** The choice of language and colors. */
export function Preferences() {
  const visit = useVisit();
  const to = visit.operator ? 'own/preferences' : 'preferences';
  const words = useWords('common');
  return (
    <form action={visit.links.to(to)} method="post" class="inline preferences">
      <input type="hidden" name="page" value={visit.address} />
      <label>
        {words.language}{' '}
        <select name="language" autocomplete="off">
          {Locale.languages().map((language) => (
            <option value={language} lang={language} selected={language === visit.language}>
              {languageName(language)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {words.theme}{' '}
        <select name="theme" autocomplete="off">
          <option value="">{words.automatic}</option>
          {THEMES.map((theme) => (
            <option value={theme} selected={theme === visit.theme}>
              {words[theme]}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" class="plain">
        {words.apply}
      </button>
    </form>
  );
}
