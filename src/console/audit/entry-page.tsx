import type { PageOf } from '../../operations/lists/list.js';
import type {
  AuditEntryDto,
  ChangedItemValueDto,
  auditItems,
} from '../../operations/shop/audit.lists.js';
import type { TakenBackDto } from '../../operations/shop/audit.operations.js';
import { Card, DetailsCard, FormCard } from '../../pages/card.js';
import { usePage } from '../../pages/page-context.js';
import { CursorPager, Table, type Column } from '../../pages/table.js';
import { LinkLine, TextLink } from '../../pages/text-links.js';
import { Text, Time } from '../../pages/values.js';
import { stateOf, type RefusedForm } from '../http/refused-form.js';
import type { ConfirmQuestion } from '../shell/confirmation.js';
import { DoneNotice } from '../shell/done-notice.js';
import { nameText } from '../value-names/name-text.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { toldColumns } from './audit-page.js';
import { storedTexts } from './entry-text.js';
import { NO_NAMES } from '../shell/thing-naming.service.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** A change: who, when, what, and how it is taken back. */
export function entryPage(
  visit: Visit,
  entry: AuditEntryDto,
  items: PageOf<typeof auditItems>,
  refused?: RefusedForm<string>,
): Page {
  const words = wordsOf(visit.language, 'audit');
  const path = `audit/${entry.id}`;
  return {
    title: `${words.entry} ${entry.id}`,
    content: (
      <>
        <DoneNotice said={{ 'took-back': words.tookBack }} />
        <DetailsCard
          entries={[
            [words.time, <Time value={entry.at} />],
            ...toldColumns(visit, NO_NAMES).map(([name, cell]) => [name, cell(entry)] as const),
          ]}
        />
        <FormCard
          title={words.takeBack}
          to={`${path}/take-back`}
          hint={words.takeBackHint}
          state={stateOf(refused, 'take-back')}
          button={words.takeBack}
          kind="danger"
        />
        <Card title={words.items}>
          <ChangedValues values={items.items} />
          <CursorPager page={path} cursor={items.next} />
        </Card>
        <LinkLine to="audit">{words.toAudit}</LinkLine>
      </>
    ),
  };
}

function ChangedValues({ values }: { readonly values: readonly ChangedItemValueDto[] }) {
  const page = usePage();
  const words = useWords('audit');
  const text = (column: string, value: string | null) => (
    <Text>{storedTexts(page, column, null, value).after}</Text>
  );
  const columns: Column<ChangedItemValueDto>[] = [
    [words.item, Item],
    [words.change, ({ column }) => nameText(page.language, [column])],
    [words.valueFrom, ({ column, from }) => text(column, from)],
    [words.valueTo, ({ column, to }) => text(column, to)],
    [words.now, ({ column, now }) => text(column, now)],
  ];
  return <Table label={words.items} columns={columns} rows={values} whenEmpty={words.noItems} />;
}

type ItemProps = Pick<ChangedItemValueDto, 'kind' | 'id' | 'name' | 'account_id' | 'group_id'>;

/** A product or category, and whose price or visibility of it. */
function Item({ kind, id, name, account_id: account, group_id: group }: ItemProps) {
  const { language } = usePage();
  const words = useWords('audit');
  const places = { product: 'products', category: 'categories' } as const;
  const whose = account ?? group;
  return (
    <>
      {kind === 'catalog' ? (
        words.whole
      ) : (
        <TextLink to={`catalog/${places[kind]}/${id}`}>{`${name ?? ''} (${id})`}</TextLink>
      )}
      {whose !== null && (
        <div>
          <small>
            {nameText(language, [account === null ? 'group_id' : 'account_id'])}: {whose}
          </small>
        </div>
      )}
    </>
  );
}

/** Asked before a change is taken back, with what stays as it is. */
export function takingBackQuestion(
  { language }: Visit,
  { back, left, items, left_settings: leftSettings }: TakenBackDto,
): ConfirmQuestion {
  const words = wordsOf(language, 'audit');
  const stays = items.filter((item) => !item.goes_back);
  return {
    title: words.takeBack,
    warning: words.wouldGo({ back, left }),
    facts: left > 0 && (
      <ul aria-label={words.stays}>
        {stays.map((item) => (
          <li key={`${item.kind} ${item.id} ${item.part}`}>
            <Item {...item} />
          </li>
        ))}
        {leftSettings.map((name) => (
          <li key={name}>{nameText(language, [name])}</li>
        ))}
      </ul>
    ),
  };
}
