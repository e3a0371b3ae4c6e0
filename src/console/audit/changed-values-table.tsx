import {
  auditEntry,
  auditItems,
  type AuditEntryDto,
  type ChangedItemValueDto,
} from '../../operations/shop/audit.lists.js';
import type { TakenBackDto } from '../../operations/shop/audit.operations.js';
import { Changes } from '../../pages/change.js';
import { usePage } from '../../pages/page-context.js';
import { Table, type Column } from '../../pages/table.js';
import { TextLink } from '../../pages/text-links.js';
import { Text } from '../../pages/values.js';
import { useWords } from '../../pages/words.js';
import type { ConsoleLists } from '../operations/console-lists.service.js';
import type { Visit } from '../visit/visit.js';
import { nameText } from '../value-names/name-text.js';
import { storedTexts, storedValue } from './changed-texts.js';
import { valueText } from './value-text.js';

/** A change of which something stays as it is, since somebody has changed it since. */
export interface Stayed {
  readonly entry: AuditEntryDto;
  /** The first values of the catalog that it has changed. */
  readonly items: readonly ChangedItemValueDto[];
  /** What goes back, and what does not. */
  readonly taken: TakenBackDto;
}

/** The same by what is told of going back. @param id of the entry */
export async function stayedOf(
  lists: ConsoleLists,
  visit: Visit,
  id: number,
  taken: TakenBackDto,
): Promise<Stayed> {
  const entry = await lists.read(auditEntry, visit, {}, id);
  const { items } = await lists.first(auditItems, visit, id);
  return { entry, items, taken };
}

interface ItemsProps extends Pick<TakenBackDto, 'items'> {
  readonly title: string;
  readonly count: number;
}

/** The first items, and how many others there are. */
function Items({ title, count, items }: ItemsProps) {
  const words = useWords('audit');
  if (items.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {items.map((item) => (
          <li key={`${item.kind} ${item.id} ${item.part}`}>
            <Item {...item} />
          </li>
        ))}
        {count > items.length && <li>{words.others({ count: count - items.length })}</li>}
      </ul>
    </section>
  );
}

/** What stays, with what the change had set and what that is now, and what goes back. */
export function StayedValues({ stayed: { entry, items, taken } }: { readonly stayed: Stayed }) {
  const page = usePage();
  const words = useWords('audit');
  const values = items.filter(({ to, now }) => to !== now);
  const settings = Object.entries(taken.left_values);
  const going = taken.items.filter((item) => item.goes_back);
  const staying = taken.items.filter((item) => !item.goes_back);
  const text = (name: string, value: unknown) => <Text>{valueText(page, value, [name])}</Text>;
  return (
    <>
      <Items title={words.stays} items={staying} count={taken.left - settings.length} />
      {values.length > 0 && <ChangedValues values={values} />}
      {settings.length > 0 && (
        <Table<(typeof settings)[number]>
          label={words.stays}
          columns={[
            [words.change, ([name]) => nameText(page.language, [name])],
            [words.valueTo, ([name]) => text(name, entry.after?.[name])],
            [words.now, ([name, now]) => text(name, now)],
          ]}
          rows={settings}
        />
      )}
      <Items title={words.goesBack} items={going} count={taken.back - taken.settings.length} />
    </>
  );
}

/** Values of the catalog before and after a change, and now. */
export function ChangedValues({ values }: { readonly values: readonly ChangedItemValueDto[] }) {
  const page = usePage();
  const words = useWords('audit');
  const columns: Column<ChangedItemValueDto>[] = [
    [words.item, Item],
    [
      words.change,
      ({ column, from, to }) => <Changes values={storedTexts(page, column, from, to)} />,
    ],
    [
      words.now,
      ({ column, now }) => <Text>{valueText(page, storedValue(column, now), [column])}</Text>,
    ],
  ];
  return (
    <Table label={words.items} columns={columns} rows={values} whenEmpty={words.noItems} isDense />
  );
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
