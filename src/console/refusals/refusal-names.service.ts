import { Injectable } from '@nestjs/common';
import { AccountService } from '../../account/account.service.js';
import type { RefusalDto } from '../../operations/orders/refusal.lists.js';
import { CategoryTree } from '../../catalog/editing/category-tree.service.js';
import { ProductService } from '../../catalog/editing/product.service.js';
import type { AccountNames } from '../shell/account-picker.service.js';
import { pathText } from '../shell/catalog-picker.service.js';

/** Names of what a list of refusals tells of, by their ids. */
export interface RefusalNames {
  readonly accounts: AccountNames;
  readonly products: ReadonlyMap<number, string>;
  readonly groups: ReadonlyMap<number, string>;
  /** With the categories above. */
  readonly categories: ReadonlyMap<number, string>;
}

/** Reads the names for a list of refusals. */
@Injectable()
export class RefusalNaming {
  constructor(
    private readonly accounts: AccountService,
    private readonly products: ProductService,
    private readonly tree: CategoryTree,
  ) {}

  /** @param more accounts that the page names besides */
  async namesOf(
    refusals: readonly RefusalDto[],
    more: readonly number[] = [],
  ): Promise<RefusalNames> {
    const rules = refusals.flatMap(({ cause_now: cause }) => cause?.visibility_rule ?? []);
    const accounts = [...refusals.map(({ account_id: id }) => id), ...more];
    const products = refusals.flatMap(({ product_id: id }) => id ?? []);
    const groups = rules.flatMap(({ group_id: id }) => id ?? []);
    const categories = rules.flatMap(({ category_id: id }) => id ?? []);
    const paths = await this.tree.pathsTo(categories);
    return {
      accounts: byId(await this.accounts.named(accounts)),
      products: byId(await this.products.several(products)),
      groups: byId(await this.accounts.groupsOf(groups)),
      categories: new Map([...paths].map(([id, path]) => [id, pathText(path)])),
    };
  }
}

function byId(
  items: readonly { readonly id: number; readonly name: string }[],
): ReadonlyMap<number, string> {
  return new Map(items.map(({ id, name }) => [id, name]));
}
