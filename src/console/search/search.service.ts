import { Injectable } from '@nestjs/common';
import {
  orderSearch,
  OrderSearchQuery,
  type FoundOrderDto,
} from '../../operations/orders/order-search.lists.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import type { Named, Picked } from '../../pages/picker.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { AccountPicker } from '../shell/account-picker.service.js';
import { CatalogPicker } from '../shell/catalog-picker.service.js';
import { ThingNaming, type ProductPlaces } from '../shell/thing-naming.service.js';
import type { Visit } from '../visit/visit.js';
import { foundPages, type FoundPage } from './destinations.js';

/** Of each kind; the search of its own page finds the others. */
export const MAX_FOUND = 8;

/** What a text finds; empty of what the operator may not see. */
export interface Found {
  readonly pages: readonly FoundPage[];
  readonly orders: readonly FoundOrderDto[];
  readonly accounts: readonly Named[];
  readonly products: readonly Named[];
  readonly categories: readonly Named[];
  /** Of the products, and of what was ordered. */
  readonly places: ProductPlaces;
}

/** The search over all that the shop has. */
@Injectable()
export class SearchEverywhere {
  constructor(
    private readonly lists: ConsoleLists,
    private readonly accounts: AccountPicker,
    private readonly catalog: CatalogPicker,
    private readonly naming: ThingNaming,
  ) {}

  /** One after the other, so that a page takes one connection at a time from orders. */
  async find(visit: Visit, text: string): Promise<Found> {
    const { caller, language } = visit;
    const readsCatalog = caller.may('catalog.read');
    const orders = caller.may('orders.read') ? await this.orders(visit, text) : [];
    const products = readsCatalog ? namedOf(await this.catalog.product(text)) : [];
    const placed = [...orders, ...products.map(({ id }) => ({ product_id: id }))];
    return {
      ...{ orders, products, places: await this.naming.places(placed, caller) },
      pages: foundPages(text, language, caller).slice(0, MAX_FOUND),
      accounts: caller.may('accounts.read') ? namedOf(await this.accounts.pick(text)) : [],
      categories: readsCatalog ? namedOf(await this.catalog.category(text)) : [],
    };
  }

  private async orders(visit: Visit, text: string): Promise<readonly FoundOrderDto[]> {
    const query = checkedInput(OrderSearchQuery, { text, limit: String(MAX_FOUND) });
    return (await this.lists.read(orderSearch, visit, query)).items;
  }
}

function namedOf(picked: Picked): readonly Named[] {
  if (picked.kind === 'one') return [picked];
  return picked.kind === 'several' ? picked.options.slice(0, MAX_FOUND) : [];
}
