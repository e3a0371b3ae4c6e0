import {
  CHANGE_KINDS,
  ITEM_CHANGES,
  type ChangeKind,
  type DifferenceDto,
  type ImportChangeDto,
} from '../../operations/catalog/import.answers.js';
import type { ImportChangePageDto } from '../../operations/catalog/import.lists.js';
import { changeColumn, Changes } from '../../pages/change.js';
import { ChoiceLinks } from '../../pages/choice-links.js';
import { Notice } from '../../pages/notice.js';
import { usePage } from '../../pages/page-context.js';
import { Table, type Column } from '../../pages/table.js';
import { TextLink } from '../../pages/text-links.js';
import { Badge, Code, ShowsAllDigits, Text } from '../../pages/values.js';
import { storedTexts } from '../audit/changed-texts.js';
import { ListLinks } from '../shell/list-links.js';
import { UnusualBadge } from '../unusual/unusual-parts.js';
import { useWords, type Words } from '../../pages/words.js';

const MARKS = { created: 'good', updated: 'plain', hidden: 'bad', shown: 'good' } as const;

interface DifferenceSectionProps {
  readonly uploadId: string;
  readonly difference: DifferenceDto;
  readonly changes: ImportChangePageDto;
}

/** What an upload changes: how much of each kind, then each change, in pages. */
export function DifferenceSection({ uploadId, difference, changes }: DifferenceSectionProps) {
  const words = useWords('import');
  const { query } = usePage();
  const path = `catalog/imports/${uploadId}`;
  const kind = CHANGE_KINDS.find((one) => one === query.get('kind'));
  const { reordered = 0 } = difference.products;
  return (
    <section>
      <h2>{words.difference}</h2>
      {difference.prices_only && <p>{words.pricesOnly}</p>}
      {reordered > 0 && <Notice kind="bad">{words.reorderedProducts({ count: reordered })}</Notice>}
      <Kinds path={path} difference={difference} chosen={kind} />
      <ShowsAllDigits.Provider value={true}>
        <Table
          label={words.difference}
          columns={changeColumns(words)}
          rows={changes.items}
          whenEmpty={kind ? words.noneOfKind : words.noChanges}
          isDense
        />
      </ShowsAllDigits.Provider>
      <ListLinks path={path} values={{ kind }} next={changes.next} />
    </section>
  );
}

interface KindsProps extends Pick<DifferenceSectionProps, 'difference'> {
  readonly path: string;
  readonly chosen: ChangeKind | undefined;
}

/** Leads to the changes of each kind that there is, with how many there are. */
function Kinds({ path, difference, chosen }: KindsProps) {
  const { formats, links } = usePage();
  const words = useWords('import');
  const { unusual } = useWords('unusual');
  const all = ITEM_CHANGES.reduce((before, kind) => before + countOf(difference, kind), 0);
  const kinds = [
    { kind: undefined, name: words.allChanges, count: all },
    ...CHANGE_KINDS.map((kind) => {
      return { kind, name: { ...words, unusual }[kind], count: countOf(difference, kind) };
    }),
  ].filter(({ kind, count }) => count > 0 || kind === chosen);
  return (
    <ChoiceLinks
      label={words.change}
      choices={kinds.map(({ kind, ...choice }) => ({
        ...choice,
        href: links.to(path, { kind }),
        isChosen: kind === chosen,
      }))}
    >
      <li>
        <small>
          {words.unchanged} <bdi>{formats.count(countOf(difference, 'unchanged'))}</bdi>
        </small>
      </li>
    </ChoiceLinks>
  );
}

/** Of categories and products together. */
function countOf(difference: DifferenceDto, kind: ChangeKind | 'unchanged'): number {
  const { categories, products, unusual } = difference;
  if (kind === 'unusual') return unusual.count;
  return kind === 'reordered' ? (products.reordered ?? 0) : categories[kind] + products[kind];
}

function changeColumns(words: Words<'import'>): Column<ImportChangeDto>[] {
  return [
    [words.change, (change) => <Marks {...change} />, 'words'],
    [words.item, (change) => <Item {...change} />],
    changeColumn(words.price, ({ values }) => values.find(({ field }) => field === 'price')),
    [words.values, (change) => <OtherValues change={change} />],
  ];
}

function Marks({ change, reordered, unusual }: ImportChangeDto) {
  const words = useWords('import');
  return (
    <>
      <Badge kind={MARKS[change]}>{words[change]}</Badge> <UnusualBadge reason={unusual} />{' '}
      {reordered && <Badge kind="bad">{words.reordered}</Badge>}
    </>
  );
}

/** A category or product; what is new has no page yet. */
function Item({ item, id, name, change }: ImportChangeDto) {
  const words = useWords('import');
  const page = item === 'category' ? 'catalog/categories' : 'catalog/products';
  return (
    <>
      {change === 'created' ? (
        <Text>{name}</Text>
      ) : (
        <TextLink to={`${page}/${id}`}>{name}</TextLink>
      )}{' '}
      <small>
        {item === 'category' ? words.category : words.product} <Code>{id}</Code>
      </small>
    </>
  );
}

/** What else changes. Of what is new, all that is not as usual. */
function OtherValues({ change: { change, values } }: { readonly change: ImportChangeDto }) {
  const page = usePage();
  const isNew = change === 'created';
  const shown = values
    .filter(({ field, after }) => field !== 'price' && !(isNew && isUsual(field, after)))
    .flatMap(({ field, before, after }) =>
      storedTexts(page, field, isNew ? undefined : before, after),
    );
  return shown.length > 0 ? <Changes values={shown} /> : null;
}

const USUAL: ReadonlySet<string | null> = new Set([null, '', 'false', '0', '[]']);

/** True for what most new items have, and for the name, which stands before. */
function isUsual(field: string, value: string | null): boolean {
  return field === 'name' || (field === 'available' ? value === 'true' : USUAL.has(value));
}
