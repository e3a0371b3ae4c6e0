import { Injectable } from '@nestjs/common';
import { isolated } from '../../locales/language.js';
import { orderSearch, OrderSearchQuery } from '../../operations/orders/order-search.lists.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import type { Named, Picked } from '../../pages/picker.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { AccountPicker } from '../shell/account-picker.service.js';
import { CatalogPicker } from '../shell/catalog-picker.service.js';
import { ThingNaming } from '../shell/thing-naming.service.js';
import type { Visit } from '../visit/visit.js';
import { foundPages } from './destinations.js';

/** Of each kind; the search of its own page finds the others. */
export const MAX_FOUND = 8;

const NO_ORDERS = { items: [], refusals: [], sealed_for: [] };

/** What a text finds; empty of what the operator may not see. */
export type Found = Awaited<ReturnType<SearchEverywhere['find']>>;

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
  async find(visit: Visit, text: string) {
    const { caller, language } = visit;
    const readsCatalog = caller.may('catalog.read');
    const found = caller.may('orders.read') ? await this.orders(visit, text) : NO_ORDERS;
    const products = readsCatalog ? namedOf(await this.catalog.product(text), text) : [];
    const placed = [...found.items, ...products.map(({ id }) => ({ product_id: id }))];
    return {
      ...{ orders: found.items, refusals: found.refusals, sealedFor: found.sealed_for },
      ...{ products, places: await this.naming.places(placed, caller) },
      pages: foundPages(text, language, caller).slice(0, MAX_FOUND),
      accounts: caller.may('accounts.read') ? namedOf(await this.accounts.pick(text), text) : [],
      categories: readsCatalog ? namedOf(await this.catalog.category(text), text) : [],
    };
  }

  private orders(visit: Visit, text: string) {
    const query = checkedInput(OrderSearchQuery, { text, limit: String(MAX_FOUND) });
    return this.lists.read(orderSearch, visit, query);
  }
}

/** The first ones; a name that is the text, whatever stands above it, comes before those that begin with it. */
function namedOf(picked: Picked, text: string): readonly Named[] {
  if (picked.kind === 'one') return [picked];
  if (picked.kind !== 'several') return [];
  const name = text.toLowerCase();
  const rank = ({ name: found }: Named) =>
    found.toLowerCase() === name || found.toLowerCase().endsWith(isolated(name)) ? 0 : 1;
  return picked.options.toSorted((one, other) => rank(one) - rank(other)).slice(0, MAX_FOUND);
}
