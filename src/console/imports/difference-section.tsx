import type {
  DifferenceDto,
  ImportChangeDto,
  ItemCountsDto,
} from '../../operations/catalog/import.answers.js';
import type { ImportChangePageDto } from '../../operations/catalog/import.lists.js';
import { Notice } from '../../pages/notice.js';
import { Details, Table, type Column } from '../../pages/table.js';
import { Code, Text } from '../../pages/values.js';
import { ListLinks } from '../shell/list-links.js';
import { useVisit } from '../visit/use-visit.js';
import { UnusualBadge } from '../unusual/unusual-parts.js';
import { useWords, type Words } from '../../pages/words.js';

const COUNTS = ['created', 'updated', 'hidden', 'shown', 'unchanged'] as const;

interface DifferenceSectionProps {
  readonly uploadId: string;
  readonly difference: DifferenceDto;
  readonly changes: ImportChangePageDto;
}

/** What an upload changes: counts, then each change, in pages. */
export function DifferenceSection({ uploadId, difference, changes }: DifferenceSectionProps) {
  const words = useWords('import');
  return (
    <section>
      <h2>{words.difference}</h2>
      {difference.prices_only && <p>{words.pricesOnly}</p>}
      <Counts difference={difference} />
      {(difference.products.reordered ?? 0) > 0 && (
        <Notice kind="bad">
          {words.reorderedProducts({ count: difference.products.reordered ?? 0 })}
        </Notice>
      )}
      <Table
        label={words.difference}
        columns={changeColumns(words)}
        rows={changes.items}
        whenEmpty={words.noChanges}
      />
      <ListLinks path={`catalog/imports/${uploadId}`} next={changes.next} />
    </section>
  );
}

function Counts({ difference: { categories, products } }: { readonly difference: DifferenceDto }) {
  const visit = useVisit();
  const words = useWords('import');
  const rows: readonly (readonly [name: string, counts: ItemCountsDto])[] = [
    [words.categories, categories],
    [words.products, products],
  ];
  const counts = COUNTS.map((name): Column<(typeof rows)[number]> => [
    words[name],
    ([, count]) => <bdi>{visit.formats.count(count[name])}</bdi>,
    'number',
  ]);
  return (
    <Table
      label={words.difference}
      columns={[[words.item, ([name]) => name], ...counts]}
      rows={rows}
    />
  );
}

function changeColumns(words: Words<'import'>): Column<ImportChangeDto>[] {
  return [
    [
      words.item,
      ({ item, id, name, unusual }) => (
        <>
          {item === 'category' ? words.category : words.product} <Code>{id}</Code>{' '}
          <Text>{name}</Text> <UnusualBadge reason={unusual} />
        </>
      ),
    ],
    [words.change, (change) => changeWord(words, change), 'words'],
    [words.values, (change) => <ChangedValues change={change} />],
  ];
}

function changeWord(words: Words<'import'>, { change, reordered }: ImportChangeDto): string {
  const known = COUNTS.find((name) => name === change);
  const word = known ? words[known] : change;
  return reordered ? `${word} · ${words.reordered}` : word;
}

/** The names of the values are those of a catalog file. */
function ChangedValues({ change }: { readonly change: ImportChangeDto }) {
  return (
    <Details
      entries={change.values.map(({ field, before, after }) => [
        field,
        <>
          {before !== null && (
            <>
              <del>
                <Text>{before}</Text>
              </del>{' '}
            </>
          )}
          <Text>{after ?? '—'}</Text>
        </>,
      ])}
    />
  );
}
