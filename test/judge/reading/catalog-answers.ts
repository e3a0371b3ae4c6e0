import { plain } from '../decimals.js';
import type { ClientCall } from './client-calls.js';
import { fieldsOf, listOf, textOf } from './json.js';
import { momentOf, textOfCall, type Moment } from './sightings.js';

/** A product as a catalog lists it. */
export interface ListedProduct {
  /** Undefined in a list of names. */
  readonly price: string | undefined;
  readonly isAvailable: boolean;
}

export type ProductList = ReadonlyMap<string, ListedProduct>;

/** What one answer says of the products that an account sees. */
export interface CatalogRead {
  readonly moment: Moment;
  readonly accountId: number;
  readonly products: ProductList;
  /** True for a list of all that the account sees. */
  readonly isWhole: boolean;
  /** The products that were asked for one by one. */
  readonly asked: readonly string[];
  readonly text: string;
}

type Content = Pick<CatalogRead, 'products' | 'isWhole' | 'asked'>;

const WHOLE: ReadonlySet<string> = new Set(['products', 'products-wrapped', 'catalog', 'tree']);

/** The catalog answers of a history. It follows `changes` from cursor to cursor, and a 304 to the answer that it repeats. */
export function catalogReads(calls: readonly ClientCall[]): readonly CatalogRead[] {
  const byCursor = new Map<string, ProductList>();
  const byTag = new Map<string, Content>();
  const sorted = calls.toSorted((one, other) => one.call.endMs - other.call.endMs);
  return sorted.flatMap((call) => {
    const content = contentOf(call, byCursor, byTag);
    if (!content) return [];
    const tag = call.call.answer?.headers?.etag;
    if (tag !== undefined) byTag.set(tagKey(call, tag), content);
    return [
      { moment: momentOf(call), accountId: call.accountId, ...content, text: textOfCall(call) },
    ];
  });
}

function contentOf(
  call: ClientCall,
  byCursor: Map<string, ProductList>,
  byTag: ReadonlyMap<string, Content>,
): Content | undefined {
  const { route, isOk, json } = call;
  const { answer, request } = call.call;
  if (answer?.status === 304) {
    return byTag.get(tagKey(call, request.headers['if-none-match'] ?? ''));
  }
  if (route === 'changes') return isOk ? changesOf(call, byCursor) : undefined;
  if (!WHOLE.has(route) && route !== 'content') return undefined;
  const asked = askedProducts(call);
  if (call.code === 109 && asked.length > 0) return { products: new Map(), isWhole: false, asked };
  if (!isOk) return undefined;
  const isWhole = route !== 'content' && !call.parameters.has('products_id');
  return { products: productsIn(json), isWhole, asked };
}

function tagKey({ accountId, call }: ClientCall, tag: string): string {
  return `${accountId} ${call.request.path} ${tag}`;
}

function changesOf(call: ClientCall, byCursor: Map<string, ProductList>): Content {
  const { full, products, removed_products: removed, cursor } = fieldsOf(call.json);
  const told = productsIn(listOf(products));
  const key = (text: string): string => `${call.accountId} ${text}`;
  const before = byCursor.get(key(call.parameters.get('since') ?? ''));
  if (full !== true && !before) return { products: told, isWhole: false, asked: [] };
  const all = new Map(full === true ? told : [...(before ?? []), ...told]);
  if (full !== true) for (const id of listOf(removed)) all.delete(textOf(id) ?? '');
  byCursor.set(key(textOf(cursor) ?? ''), all);
  return { products: all, isWhole: true, asked: [] };
}

function askedProducts({ parameters }: ClientCall): readonly string[] {
  const list = parameters.get('products_id') ?? '';
  return list
    .replace(/[[\]]/g, '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => /^[1-9]\d*$/.test(id));
}

function productsIn(json: unknown): ProductList {
  return new Map(
    productsSaid(json).map(({ id, price, isAvailable }) => [
      id,
      { price: price === undefined ? undefined : plain(price), isAvailable },
    ]),
  );
}

/** A product as an answer tells it, once or several times. */
interface SaidProduct {
  readonly id: string;
  /** As it is written; undefined in a list of names. */
  readonly price: string | undefined;
  readonly isAvailable: boolean;
}

/** All products of an answer, however deep they stand in categories. */
export function productsSaid(json: unknown): readonly SaidProduct[] {
  const products: SaidProduct[] = [];
  const visit = (item: unknown): void => {
    const fields = fieldsOf(item);
    if (isProduct(fields)) {
      const id = textOf(fields.id) ?? '';
      const price = textOf(fields.price);
      products.push({ id, price, isAvailable: fields.available !== false });
    }
    for (const name of ['products', 'categories', 'data', 'items']) {
      for (const inner of listOf(fields[name])) visit(inner);
    }
  };
  for (const item of Array.isArray(json) ? listOf(json) : [json]) visit(item);
  return products;
}

/** A category has a parent and no price; a list of names holds products alone, with two keys each. */
function isProduct(fields: Readonly<Record<string, unknown>>): boolean {
  if (fields.id === undefined) return false;
  return fields.price !== undefined || Object.keys(fields).join() === 'id,name';
}
