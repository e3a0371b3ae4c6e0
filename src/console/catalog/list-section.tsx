import type { ComponentChildren } from 'preact';
import type { ItemsPage } from '../../operations/lists/page.js';
import { Pager, Table, type Column } from '../../pages/table.js';
import { useVisit } from '../visit/use-visit.js';
import { LISTS, type ListName } from './list-cursors.js';

interface ListProps<Row> {
  readonly title: string;
  /** The page that it is a part of, below the home page. It is not that of the request when a form was refused. */
  readonly at: string;
  readonly list: ListName;
  readonly columns: readonly Column<Row>[];
  readonly page: ItemsPage<Row>;
  readonly whenEmpty: string;
}

/** One of the lists of a page, with a link to its next part; the other lists stay where they are, and so does a search. */
export function PagedList<Row>({ title, at, list, columns, page, whenEmpty }: ListProps<Row>) {
  const { query, links } = useVisit();
  const { items, next } = page;
  const kept = ['text', ...LISTS].map((name) => [name, query.get(name) ?? ''] as const);
  const parameters = { ...Object.fromEntries(kept), [list]: next ?? '' };
  return (
    <>
      <Table label={title} columns={columns} rows={items} whenEmpty={whenEmpty} />
      <Pager next={next === null ? undefined : links.to(at, parameters)} />
    </>
  );
}

/** The same as a section of the page. @param children what stands below the list, such as a form */
export function ListSection<Row>({
  children,
  ...list
}: ListProps<Row> & { readonly children?: ComponentChildren }) {
  return (
    <section>
      <h2>{list.title}</h2>
      <PagedList {...list} />
      {children}
    </section>
  );
}
