import { Injectable } from '@nestjs/common';
import { AccountService } from '../../account/account.service.js';
import { CategoryTree } from '../../catalog/editing/category-tree.service.js';
import { ProductService } from '../../catalog/editing/product.service.js';
import { pathText } from './catalog-picker.service.js';

/** Names of things of one kind, by their ids. */
export type Names = ReadonlyMap<number, string>;

/** Names of what a page tells of; categories have the names of those above them before their own. */
export type ThingNames = Readonly<Record<'accounts' | 'groups' | 'products' | 'categories', Names>>;

/** The ids of what is to be named; null where there is none. */
type NamedIds = Partial<Record<keyof ThingNames, readonly (number | null)[]>>;

const NONE: Names = new Map();

export const NO_NAMES: ThingNames = {
  ...{ accounts: NONE, groups: NONE, products: NONE, categories: NONE },
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
    return {
      accounts: await named(accounts, (ids) => this.accounts.named(ids)),
      groups: await named(groups, (ids) => this.accounts.groupsOf(ids)),
      products: await named(products, (ids) => this.products.named(ids)),
      categories: await named(categories, async (ids) =>
        [...(await this.tree.pathsTo(ids))].map(([id, path]) => ({ id, name: pathText(path) })),
      ),
    };
  }

  /** Of the accounts of a list, such as one of orders. */
  async ofAccounts(rows: readonly { readonly account_id: number }[]): Promise<Names> {
    const { accounts } = await this.of({ accounts: rows.map(({ account_id: id }) => id) });
    return accounts;
  }
}

async function named(
  given: readonly (number | null)[] = [],
  read: (ids: number[]) => Promise<readonly { readonly id: number; readonly name: string }[]>,
): Promise<Names> {
  const ids = [...new Set(given.flatMap((id) => id ?? []))];
  return ids.length === 0 ? NONE : new Map((await read(ids)).map(({ id, name }) => [id, name]));
}

interface RowWithIds {
  readonly account_id?: number | null;
  readonly group_id?: number | null;
  readonly product_id?: number | null;
  readonly category_id?: number | null;
}

/** The ids in rows of whatever kind. */
export function idsOf(rows: readonly RowWithIds[]): Required<NamedIds> {
  const all = (field: keyof RowWithIds) => rows.map((row) => row[field] ?? null);
  return {
    ...{ accounts: all('account_id'), groups: all('group_id') },
    ...{ products: all('product_id'), categories: all('category_id') },
  };
}
