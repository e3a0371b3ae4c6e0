import type { Type } from '@nestjs/common';
import type { CsvColumns } from '../../common/csv.js';
import type { Permission } from '../../people/permissions/permissions.js';
import { nullable } from '../answers/shown.js';
import type { Shape, ShownBy } from '../answers/shape.js';
import { describedType, fieldsOf, type DescribedField } from '../fields/described-field.js';
import type { Services, ThingId } from '../operation.js';
import { ListQuery, rowsOf, type ItemsPage, type PagedList } from './page.js';

/** Which part of a list is read, and for whom. */
export interface AskedPage<Query, Id extends ThingId = number> {
  readonly services: Services;
  /** Of the thing that the list belongs to; 0 for a list of the shop. */
  readonly id: Id;
  readonly query: Query;
  readonly may: (permission: Permission) => boolean;
}

/** A list, declared once: its pages in the admin API, its files, and the rows of its command are made from it. */
export interface List<
  Row,
  Item extends object,
  Query extends ListQuery,
  Id extends ThingId = number,
> {
  /** The words of the command. */
  readonly name: string;
  readonly operationId: string;
  /** What it has, and in which order. */
  readonly summary: string;
  readonly permission: Permission;
  /** In the admin API, such as `GET accounts/:id/tokens`. */
  readonly route: string;
  /** What is above its items, if it belongs to a thing, such as `account`. */
  readonly of?: string;
  /** The parameters of a page. */
  readonly query: Type<Query>;
  readonly item: Shape<Row, Item>;
  /** Of its pages in OpenAPI, where it does not follow from that of the items. */
  readonly pageName?: string;
  /** True if a page before the end may have few items. */
  readonly hasShortPages?: true;
  /** The columns of its file, where their order is another one. */
  readonly columns?: readonly string[];
  /** What its file calls columns, where these are not the names of their fields. */
  readonly called?: Readonly<Record<string, string>>;
  page(asked: AskedPage<Query, Id>): Promise<ItemsPage<Row>>;
}

/** A page of a list. */
export type PageOf<Declared extends { readonly item: unknown }> = ItemsPage<
  ShownBy<Declared['item']>
>;

/** A list of any items and parameters. */
export type AnyList = List<unknown, object, ListQuery, ThingId>;

/** A list by its rows, from which its pages are made. */
interface ListOfRows<
  Row,
  Item extends object,
  Query extends ListQuery,
  Id extends ThingId,
> extends Omit<List<Row, Item, Query, Id>, 'page' | 'query'> {
  /** The parameters of a page; those of every list by default. */
  readonly query?: Type<Query>;
  readonly rows: (
    asked: AskedPage<Query, Id>,
  ) => PagedList<Row, unknown> | Promise<PagedList<Row, unknown>>;
}

/** Declares a list, whose types follow from its parts. */
export function list<
  Row,
  Item extends object,
  Query extends ListQuery,
  Id extends ThingId = number,
>(
  declared: List<Row, Item, Query, Id> | ListOfRows<Row, Item, Query, Id>,
): List<Row, Item, Query, Id> {
  if ('page' in declared) return declared;
  const { rows, query = ListQuery as Type<Query>, ...others } = declared;
  return { ...others, query, page: async (asked) => rowsOf(await rows(asked), asked.query) };
}

/** The items that a page of a list shows. */
export async function shownPage<
  Row,
  Item extends object,
  Query extends ListQuery,
  Id extends ThingId,
>(
  { page, item }: Pick<List<Row, Item, Query, Id>, 'page' | 'item'>,
  asked: AskedPage<Query, Id>,
): Promise<ItemsPage<Item>> {
  const { items, next } = await page(asked);
  return { items: items.map((row) => item.of(row, asked.may)), next };
}

/** The parameters by which a list is filtered. */
export function filtersOf({ query }: Pick<AnyList, 'query'>): readonly DescribedField[] {
  return fieldsOf(query).filter(({ name }) => !PAGING.has(name));
}
const PAGING = new Set(fieldsOf(ListQuery).map(({ name }) => name));

/** The columns of its file. */
export function fileColumnsOf({
  item,
  columns = Object.keys(item.columns),
  called = {},
}: Pick<AnyList, 'called' | 'columns'> & {
  readonly item: Pick<AnyList['item'], 'columns'>;
}): CsvColumns {
  return Object.fromEntries(
    columns.map((name) => [called[name] ?? name, item.columns[name] ?? 'text'] as const),
  );
}

/** A row of its file. */
export function fileRowOf({ called = {} }: Pick<AnyList, 'called'>, item: object): object {
  const values = Object.entries(item) as [string, unknown][];
  return Object.fromEntries(values.map(([name, value]) => [called[name] ?? name, value]));
}

const PAGE_TYPES = new WeakMap<Type, Type>();

/** Describes a page of such items in the OpenAPI document. */
export function pageTypeOf({ item: { type }, hasShortPages, pageName }: AnyList): Type {
  const known = PAGE_TYPES.get(type);
  if (known) return known;
  const described = hasShortPages && {
    description: 'A page before the end may have few items, or none.',
  };
  const name = pageName ?? `${type.name.replace(/^(?:Listed|Known)|Dto$/g, '')}PageDto`;
  const page = describedType(name, {
    items: { schema: { type: [type] } },
    next: { schema: { ...nullable({ type: 'string', example: null }), ...described } },
  });
  PAGE_TYPES.set(type, page);
  return page;
}
