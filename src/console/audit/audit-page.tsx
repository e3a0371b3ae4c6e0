import type { AuditEntryDto, auditList } from '../../operations/shop/audit.lists.js';
import { Changes } from '../../pages/change.js';
import type { FormState } from '../../pages/form.js';
import { usePage } from '../../pages/page-context.js';
import { PageLink } from '../../pages/text-links.js';
import { Table, type Column } from '../../pages/table.js';
import { Badge, Code, Text, Time } from '../../pages/values.js';
import { Actor } from '../order-rows/order-parts.js';
import type { Listed } from '../operations/list-page.decorator.js';
import type { Filter } from '../shell/filter.js';
import { FilterForm, useTimeRange } from '../shell/filter-form.js';
import { ListLinks } from '../shell/list-links.js';
import type { Page } from '../visit/page.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';
import { actionText, allChangesOf, askedValues, entryText, type ToldAction } from './entry-text.js';
import type { ThingNames } from '../shell/thing-naming.service.js';
import { Locale } from '../../locales/locale.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** The search in the audit, and what it has found, newest first. */
export function auditPage(
  visit: Visit,
  { found, filter }: Listed<typeof auditList>,
  things: ThingNames,
): Page {
  const words = wordsOf(visit.language, 'audit');
  const timeColumn: Column<AuditEntryDto> = [
    words.time,
    ({ id, at }) => (
      <PageLink to={`audit/${id}`}>
        <Time value={at} />
      </PageLink>
    ),
  ];
  return {
    title: words.audit,
    content: (
      <>
        <Search state={filter} />
        <Table
          label={words.audit}
          columns={[timeColumn, ...toldColumns(visit, things)]}
          rows={found.items}
          whenEmpty={words.none}
          opensRows
        />
        <ListLinks path="audit" values={filter.values} next={found.next} />
      </>
    ),
  };
}

function Search({ state }: { readonly state: FormState }) {
  const words = useWords('audit');
  return (
    <FilterForm
      to="audit"
      state={state}
      filters={[
        { name: 'target', label: words.target, hint: words.targetHint },
        { name: 'actor', label: words.actor, hint: words.actorHint },
        useActionChoice(state),
        ...useTimeRange(),
      ]}
    />
  );
}

/** All actions in words; one of an extension only while it is looked for. */
function useActionChoice({ values }: FormState): Filter {
  const { language } = useVisit();
  const words = useWords('audit');
  const { action = '' } = values ?? {};
  const known = Object.entries(Locale.of(language).group('action')).sort(([, one], [, other]) =>
    one.localeCompare(other, language),
  );
  const other = action === '' || actionText(language, action) ? [] : [[action, action] as const];
  const options = [['', words.any], ...known, ...other] as const;
  return { name: 'action', label: words.action, options };
}

/** What is told of an entry beside its time. */
export function toldColumns({ language }: Visit, things: ThingNames): Column<AuditEntryDto>[] {
  const words = wordsOf(language, 'audit');
  return [
    [words.actor, (entry) => <By {...entry} />, 'words'],
    [words.action, (entry) => <Action entry={entry} things={things} />, 'words'],
    [words.change, (entry) => <Change entry={entry} things={things} />],
    [words.outcome, ({ outcome }) => <Outcome outcome={outcome} />],
  ];
}

interface ToldProps {
  readonly entry: AuditEntryDto;
  readonly things: ThingNames;
}

/** Who changes its own settings by the API. */
const RESELLER = /^token:(\d+)$/;

export function Who({ actor }: Pick<AuditEntryDto, 'actor'>) {
  const words = useWords('audit');
  const token = RESELLER.exec(actor)?.[1];
  return token === undefined ? <Actor name={actor} /> : <>{words.byToken({ id: token })}</>;
}

/** Who has made a change, and by what. */
function By({ actor, role, door, address, request_id: requestId }: AuditEntryDto) {
  const words = useWords('audit');
  const roles: Readonly<Record<string, string | undefined>> = words.roles;
  return (
    <div>
      <Who actor={actor} />
      {[role && (roles[role] ?? role), door && words.doors[door], address, requestId].map(
        (fact) =>
          fact !== null && (
            <div key={fact}>
              <small>
                <Text>{fact}</Text>
              </small>
            </div>
          ),
      )}
    </div>
  );
}

/** What was done, in words that have its name on the command line as a title. */
export function ActionName({ entry }: { readonly entry: ToldAction }) {
  const text = entryText(usePage().language, entry);
  const { action } = entry;
  return text === undefined ? <Code>{action}</Code> : <span title={action}>{text}</span>;
}

/** The same with what was asked for. */
function Action({ entry, things }: ToldProps) {
  const { language, formats } = usePage();
  return (
    <div>
      <ActionName entry={entry} />
      {askedValues({ language, formats, things }, entry).map(({ name, after }) => (
        <div key={name}>
          <small>
            {name}: <Text>{after}</Text>
          </small>
        </div>
      ))}
    </div>
  );
}

/** What has changed; of a product or category that is asked for, its own values. */
export function Change({ entry, things }: ToldProps) {
  const { language, formats } = usePage();
  return <Changes values={allChangesOf({ language, formats, things }, entry)} />;
}

function Outcome({ outcome }: Pick<AuditEntryDto, 'outcome'>) {
  const words = useWords('audit');
  if (outcome === 'done') return <Badge kind="good">{words.done}</Badge>;
  if (outcome === null) return <Badge kind="open">{words.unfinished}</Badge>;
  return <bdi lang="en">{outcome}</bdi>;
}
