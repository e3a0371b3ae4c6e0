import { exactJson } from './exact-json.js';
import type { Answer } from './http-client.js';

interface Item {
  readonly id: number;
}

/** An answer of `changes`; numbers that are no ids are raw. */
export interface ChangesAnswer {
  readonly status: 'OK';
  readonly full: boolean;
  readonly categories: readonly Item[];
  readonly products: readonly Item[];
  readonly removed_categories?: readonly number[];
  readonly removed_products?: readonly number[];
  readonly cursor: string;
}

type Texts = ReadonlyMap<number, string>;

/** The catalog of a client that follows `changes`: the bytes of each item by id. */
export class CatalogMirror {
  categories: Texts = new Map();
  products: Texts = new Map();
  cursor: string | undefined;

  constructor(private readonly ask: (route: string) => Promise<Answer>) {}

  /** Asks for the changes and applies them. */
  async follow(): Promise<ChangesAnswer> {
    const route = this.cursor === undefined ? 'changes' : `changes?since=${this.cursor}`;
    const { text, status } = await this.ask(route);
    if (status !== 200) throw new Error(text);
    const answer = exactJson(text) as ChangesAnswer;
    // Only the bytes of items must stay exact.
    const { removed_categories, removed_products } = JSON.parse(text) as ChangesAnswer;
    this.categories = applied(this.categories, answer.full, answer.categories, removed_categories);
    this.products = applied(this.products, answer.full, answer.products, removed_products);
    this.cursor = answer.cursor;
    return { ...answer, ...(JSON.parse(text) as ChangesAnswer) };
  }

  /** What a fresh `catalog` says. */
  async fresh(): Promise<Pick<CatalogMirror, 'categories' | 'products'>> {
    const { text } = await this.ask('catalog');
    const { flat_categories, products } = exactJson(text) as Record<string, Item[]>;
    return {
      categories: applied(new Map(), true, flat_categories ?? [], undefined),
      products: applied(new Map(), true, products ?? [], undefined),
    };
  }

  /** What this mirror says, to be compared with `fresh`. */
  get items(): Pick<CatalogMirror, 'categories' | 'products'> {
    const { categories, products } = this;
    return { categories, products };
  }
}

/** @throws Error for a removed id that was not there, and for an item that is as before */
function applied(
  before: Texts,
  full: boolean,
  items: readonly Item[],
  removed: readonly number[] | undefined,
): Texts {
  if (full !== (removed === undefined)) throw new Error('removed ids are no part of a full answer');
  const texts = new Map(full ? [] : before);
  for (const id of removed ?? []) {
    if (!texts.delete(id)) throw new Error(`${id} was never shown`);
  }
  for (const item of items) {
    const text = JSON.stringify(item);
    const id = idIn(text);
    if (texts.get(id) === text) throw new Error(`${id} has not changed`);
    texts.set(id, text);
  }
  return texts;
}

function idIn(text: string): number {
  return (JSON.parse(text) as Item).id;
}
