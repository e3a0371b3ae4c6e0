import type { ClosedPart } from '../../account/closed-part.js';
import type { Branding } from '../../catalog/branding/branding.js';
import { FAULT_ID, Form } from '../../pages/form.js';
import { Details } from '../../pages/table.js';
import { useWords } from '../../pages/words.js';
import type { Page } from '../visit/page.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';
import type { ExtensionPart } from './navigation.js';
import { Brand, Menu, MenuButton, SearchField } from './menu.js';
import { Self, PersonMenu, Preferences } from './person-menu.js';

/** What stands around a page beside what all pages have. */
export interface Frame {
  readonly branding: Branding;
  /** What maintenance closes to resellers; undefined where it is not known, or not to the operator. */
  readonly closed: ClosedPart | undefined;
  /** The pages of extensions; undefined where the operator is not known. */
  readonly extensions?: readonly ExtensionPart[];
  /** The status with which a form was refused that the page shows again; undefined on all other pages. */
  readonly refusal: number | undefined;
}

interface LayoutProps {
  readonly visit: Visit;
  readonly page: Page;
  readonly frame: Frame;
}

/** The frame around every page: the menu, the search, and who has signed in. Pages by which a person comes in have none of it. */
export function Layout({
  visit,
  page,
  frame: { branding, closed, refusal, extensions },
}: LayoutProps) {
  if (page.isPaper) return <Paper page={page} branding={branding} />;
  const isBare = page.isBare === true || visit.operator === undefined;
  return (
    <>
      <header class={isBare ? 'top bare' : 'top'}>
        {!isBare && <MenuButton />}
        <Brand branding={branding} closed={closed} />
        {!isBare && <SearchField />}
        {!isBare && <PersonMenu />}
      </header>
      {!isBare && <Menu {...{ branding, closed, extensions }} shown={page.part ?? visit.page} />}
      <main id="content" tabIndex={-1} class={isBare ? 'bare' : undefined}>
        {closed !== undefined && closed !== 'nothing' && <ClosedSign closed={closed} />}
        <h1>{page.title}</h1>
        {refusal !== undefined && <Refused status={refusal} />}
        {page.showsWaiting && <Outdated />}
        {page.content}
      </main>
      <footer class={isBare ? 'bare' : undefined}>
        {visit.operator && isBare && <Self />}
        {visit.operator && <Zone />}
        {isBare && <Preferences />}
      </footer>
      {!isBare && <Keys />}
    </>
  );
}

type PaperProps = Pick<LayoutProps, 'page'> & Pick<Frame, 'branding'>;

/** Of the frame a paper has the name of the shop and the time zone alone. */
function Paper({ page: { title, content }, branding }: PaperProps) {
  return (
    <main id="content" tabIndex={-1} class="paper">
      <Brand branding={branding} closed={undefined} />
      <h1>{title}</h1>
      {content}
      <footer>
        <Zone />
      </footer>
    </main>
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
    <p class="notice bad" role="alert" data-refused>
      {status >= 500 ? words.notSure : words.refused} <a href={`#${FAULT_ID}`}>{words.toFault}</a>
    </p>
  );
}

/** Shown by the script when the list has changed and is not shown again by itself, since boxes are ticked, or somebody types or reads over it. */
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
    ['/', words.searchEverywhere],
    ['f', words.keyFilter],
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

/** Names the zone of all times of the page. */
function Zone() {
  const { conventions } = useVisit();
  const words = useWords('console');
  return <span>{words.times({ zone: conventions.timeZone })}</span>;
}
