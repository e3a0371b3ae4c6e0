import { Injectable } from '@nestjs/common';
import { AccountService } from '../../account/account.service.js';
import type { Caller } from '../../admin/access/caller.js';
import { CategoryTree } from '../../catalog/editing/category-tree.service.js';
import { ProductService, type NamedProduct } from '../../catalog/editing/product.service.js';
import { pathText } from './catalog-picker.service.js';

/** Names of things of one kind, by their ids. */
export type Names = ReadonlyMap<number, string>;

/** Where products stand in the catalog, by their ids. */
export type ProductPlaces = ReadonlyMap<number, Pick<NamedProduct, 'category' | 'image'>>;

type NamedKind = 'accounts' | 'groups' | 'products' | 'categories';

/** Names of what a page tells of; categories have the names of those above them before their own. */
export interface ThingNames extends Readonly<Record<NamedKind, Names>> {
  /** Of the products. */
  readonly places: ProductPlaces;
}

/** The ids of what is to be named; null where there is none. */
type NamedIds = Partial<Record<NamedKind, readonly (number | null)[]>>;

const NONE: Names = new Map();

export const NO_NAMES: ThingNames = {
  ...{ accounts: NONE, groups: NONE, products: NONE, categories: NONE },
  places: new Map(),
};

/** Reads the names for what a page tells of, each kind with one statement. Who asks looks for the permissions. */
@Injectable()
export class ThingNaming {
  constructor(
    private readonly accounts: AccountService,
    private readonly products: ProductService,
    private readonly tree: CategoryTree,
  ) {}

  async of({ accounts, groups, products, categories }: NamedIds): Promise<ThingNames> {
    const named = await found(products, (ids) => this.products.named(ids));
    return {
      accounts: namesOf(await found(accounts, (ids) => this.accounts.named(ids))),
      groups: namesOf(await found(groups, (ids) => this.accounts.groupsOf(ids))),
      products: namesOf(named),
      categories: namesOf(
        await found(categories, async (ids) =>
          [...(await this.tree.pathsTo(ids))].map(([id, path]) => ({ id, name: pathText(path) })),
        ),
      ),
      places: new Map(named.map((product) => [product.id, product])),
    };
  }

  /** Of a list of orders: their accounts, and where what was ordered stands in the catalog, for those who may see that. */
  ofOrders(
    rows: readonly Pick<RowWithIds, 'account_id' | 'product_id'>[],
    caller: Caller,
  ): Promise<ThingNames> {
    const { accounts, products } = idsOf(rows);
    return this.of({ accounts, products: caller.may('catalog.read') ? products : [] });
  }

  /** Where the products of rows stand in the catalog, for those who may see that. */
  async places(
    rows: readonly Pick<RowWithIds, 'product_id'>[],
    caller: Caller,
  ): Promise<ProductPlaces> {
    const { products } = idsOf(caller.may('catalog.read') ? rows : []);
    return (await this.of({ products })).places;
  }
}

async function found<Thing>(
  given: readonly (number | null)[] = [],
  read: (ids: number[]) => Promise<readonly Thing[]>,
): Promise<readonly Thing[]> {
  const ids = [...new Set(given.flatMap((id) => id ?? []))];
  return ids.length === 0 ? [] : read(ids);
}

function namesOf(things: readonly { readonly id: number; readonly name: string }[]): Names {
  return new Map(things.map(({ id, name }) => [id, name]));
}

type IdName = 'account_id' | 'group_id' | 'product_id' | 'category_id';
type RowWithIds = Readonly<Partial<Record<IdName, number | null>>>;

/** The ids in rows of whatever kind. */
export function idsOf(rows: readonly RowWithIds[]): Required<NamedIds> {
  const all = (field: IdName) => rows.map((row) => row[field] ?? null);
  return {
    ...{ accounts: all('account_id'), groups: all('group_id') },
    ...{ products: all('product_id'), categories: all('category_id') },
  };
}
