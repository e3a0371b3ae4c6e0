import type { ClosedPart } from '../../account/closed-part.js';
import { THEMES } from '../../pages/document.js';
import { FAULT_ID, Form } from '../../pages/form.js';
import { languageName } from '../../locales/language.js';
import { Locale } from '../../locales/locale.js';
import { Details } from '../../pages/table.js';
import { PageLink } from '../../pages/text-links.js';
import type { Page } from '../visit/page.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';
import { isOfPart, PARTS } from './navigation.js';
import { useWords } from '../../pages/words.js';

/** What stands around a page beside what all pages have. */
export interface Frame {
  /** What maintenance closes to resellers, as far as the operator may know. */
  readonly closed: ClosedPart;
  /** The status with which a form was refused that the page shows again; undefined on all other pages. */
  readonly refusal: number | undefined;
}

interface LayoutProps {
  readonly visit: Visit;
  readonly page: Page;
  readonly frame: Frame;
}

/** The frame around every page: the navigation, who has signed in, and the choice of language and colors. */
export function Layout({ visit, page, frame }: LayoutProps) {
  return (
    <>
      <header class="top">
        <a class="brand" href={visit.links.home}>
          Souk
        </a>
        {!page.isBare && <Navigation />}
      </header>
      <main id="content" tabIndex={-1} class={page.isBare ? 'bare' : undefined}>
        {frame.closed !== 'nothing' && <ClosedSign closed={frame.closed} />}
        <h1>{page.title}</h1>
        {frame.refusal !== undefined && <Refused status={frame.refusal} />}
        {page.showsWaiting && <Outdated />}
        {page.content}
      </main>
      <footer>
        {visit.operator && <Self />}
        {visit.operator && <Zone />}
        <Preferences />
      </footer>
      {visit.operator && <Keys />}
    </>
  );
}

function Navigation() {
  const visit = useVisit();
  const words = useWords('console');
  const { operator } = visit;
  if (!operator) return null;
  const shown = PARTS.filter(({ permission }) => permission === null || operator.may(permission));
  return (
    <nav
      aria-label={words.navigation}
      data-live={operator.may('orders.read') ? visit.links.to('live') : undefined}
    >
      <ul>
        {shown.map((part) => (
          <li key={part.name}>
            <a
              href={visit.links.to(part.page)}
              aria-current={isOfPart(part, visit.page) ? 'page' : undefined}
            >
              {words[part.name]}
              {part.name === 'waiting' && <span class="count" data-waiting hidden />}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Pages with the form that closes and opens the shop. */
const SWITCH_PAGES: readonly string[] = ['shop', 'shop/maintenance'];

/** Says on every page that the shop is closed, with a button that opens it for those who may. */
function ClosedSign({ closed }: { readonly closed: Exclude<ClosedPart, 'nothing'> }) {
  const visit = useVisit();
  const words = useWords('console');
  const isOpenedHere =
    visit.operator?.may('maintenance.switch') && !SWITCH_PAGES.includes(visit.page);
  return (
    <div class="notice bad">
      <p>
        <strong>{words.closed[closed]}</strong>
      </p>
      {isOpenedHere && (
        <Form
          to="shop/maintenance"
          class="inline"
          hidden={{ closed: 'nothing' }}
          button={words.reopen}
          kind="plain"
        />
      )}
    </div>
  );
}

/** Says at the top that a form was refused, which may stand far below, and leads to the reason. */
function Refused({ status }: { readonly status: number }) {
  const words = useWords('common');
  return (
    <p class="notice bad" role="alert">
      {status >= 500 ? words.notSure : words.refused} <a href={`#${FAULT_ID}`}>{words.toFault}</a>
    </p>
  );
}

/** Shown by the script when the list has changed and is not shown again by itself, since boxes are ticked. */
function Outdated() {
  const words = useWords('console');
  return (
    <p class="notice plain" role="status" data-outdated hidden>
      {words.outdated} <a href="">{words.showAgain}</a>
    </p>
  );
}

/** Opened by the key `?`. */
function Keys() {
  const words = useWords('console');
  const keys = [
    ['/', words.keySearch],
    ['j', words.keyNext],
    ['k', words.keyPrevious],
    ['Esc', words.keyLeave],
    ['?', words.keys],
  ] as const;
  return (
    <dialog class="keys" aria-label={words.keys}>
      <Details entries={keys} />
      <form method="dialog">
        <button type="submit" class="plain">
          {words.close}
        </button>
      </form>
    </dialog>
  );
}

function Self() {
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

/** Names the zone of all times of the page. */
function Zone() {
  const { conventions } = useVisit();
  const words = useWords('console');
  return <span>{words.times({ zone: conventions.timeZone })}</span>;
}

function Preferences() {
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
