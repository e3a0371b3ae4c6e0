import { MARKED, SHELVES, shownTo, type Shown } from './market.js';

/** What the bots of the market ask for. */
export const ROUTES = [
  'products',
  'products-wrapped',
  'catalog',
  'tree',
  ...SHELVES.map((id) => `content/${id}`),
  'content/6',
  `products?products_id=${Array.from({ length: MARKED }, (_, index) => index + 1).join()}`,
] as const;

/** The smallest answer that shows which change it contains. */
export const PROBE = ROUTES.at(-1) ?? '';

/** Of which marker an answer is; undefined when nothing in it tells. */
export interface Verdict {
  readonly marker: number | undefined;
  /** In words; undefined for an answer that is exactly one revision's. */
  readonly fault: string | undefined;
}

/** Compares an answer with what its audience must see at the marker in it. */
export function judged(route: string, audience: number, text: string): Verdict {
  if (route === 'content/6' && audience === 4) {
    const hidden = text.includes('"code":109');
    return { marker: undefined, fault: hidden ? undefined : 'a hidden category was shown' };
  }
  const lists = listsIn(JSON.parse(text) as WireAnswer);
  const [first = []] = lists;
  const marked = first.find(({ id }) => id <= MARKED);
  const marker = marked && Math.floor(marked.price / 1_000_000);
  // Without any marked product there is only what never changes.
  const wanted = shownTo(audience, marker ?? 0)
    .filter((product) => belongs(product, route))
    .map(lineOf)
    .sort();
  for (const list of lists) {
    const fault = difference(list.map(lineOf).sort(), wanted);
    if (fault) return { marker, fault: faultIn(list, audience, marker) + fault };
  }
  return { marker, fault: undefined };
}

interface WireProduct {
  readonly id: number;
  readonly price: number;
  readonly category_id: number;
  readonly category_name: string;
  readonly available: boolean;
}

interface WireNode {
  readonly id: number;
  readonly name: string;
  readonly categories: readonly WireNode[];
  readonly products: readonly WireProduct[];
}

type WireAnswer = readonly WireProduct[] | Readonly<Record<string, unknown>>;

/** Every list of products that an answer holds; all have to say the same. */
function listsIn(answer: WireAnswer): Shown[][] {
  if (isList(answer)) return [answer.map(shownOf)];
  const { products, data, items, categories } = answer as Readonly<Record<string, WireProduct[]>>;
  const lists = [products, data, items].flatMap((list) => (list ? [list.map(shownOf)] : []));
  const roots = (categories ?? []) as unknown as WireNode[];
  return roots.some((node) => 'categories' in node) ? [...lists, inTree(roots)] : lists;
}

function isList(answer: WireAnswer): answer is readonly WireProduct[] {
  return Array.isArray(answer);
}

/** The products of a tree, with the names that their nodes have. */
function inTree(nodes: readonly WireNode[]): Shown[] {
  return nodes.flatMap(({ id, name, categories, products }) => [
    ...products.map((product) => ({ ...shownOf(product), category: id, categoryName: name })),
    ...inTree(categories),
  ]);
}

function shownOf({ id, price, category_id, category_name, available }: WireProduct): Shown {
  return {
    id,
    available,
    category: category_id,
    categoryName: category_name,
    price: Math.round(price * 1_000_000),
  };
}

function lineOf({ id, price, category, categoryName, available }: Shown): string {
  return `${id} ${price} ${category} ${categoryName} ${available}`;
}

function belongs({ id, category }: Shown, route: string): boolean {
  const [, shelf] = /^content\/(\d+)$/.exec(route) ?? [];
  if (shelf !== undefined) return category === Number(shelf);
  return !route.includes('products_id') || id <= MARKED;
}

function difference(have: readonly string[], want: readonly string[]): string | undefined {
  const [extra] = have.filter((line) => !want.includes(line));
  const [missing] = want.filter((line) => !have.includes(line));
  if (extra !== undefined || missing !== undefined) {
    return `has ${extra ?? 'nothing'}, lacks ${missing ?? 'nothing'}`;
  }
  return have.length === want.length ? undefined : 'has a product twice';
}

/** What kind of fault it is, as far as the prices tell. */
function faultIn(list: readonly Shown[], audience: number, marker = 0): string {
  const marked = list.filter(({ id }) => id <= MARKED);
  const markers = new Set(marked.map(({ price }) => Math.floor(price / 1_000_000)));
  if (markers.size > 1) return `mixes revisions ${[...markers].join(' and ')}: `;
  const foreign = marked.some(({ price }) => price !== marker * (1_000_000 + audience));
  return foreign ? "another audience's price: " : 'not what one revision shows: ';
}
