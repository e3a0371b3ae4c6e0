import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { PackedCatalog } from '../../../catalog/import/process/packed-catalog.js';
import type { CatalogFileCategory } from '../../../catalog/import/reading/catalog-file.js';
import { OperatorError } from '../../../common/app-error.js';
import { sentence } from '../../../common/sentence.js';
import { negated, priceWithPercentage, sumOf } from '../../../common/money.js';
import { SupplierCalls } from '../supplier/supplier-calls.js';
import type { Supplier } from '../supplier/supplier.entity.js';
import { SupplierCatalogRepository } from './supplier-catalog.repository.js';
import {
  isEverything,
  levelsOf,
  markupsOf,
  pickedOf,
  withAbove,
  type Offer,
  type Picks,
} from './supplier-listing.js';

/** Some shops have only the second route. */
const ROUTES = ['catalog', 'products'] as const;
const NO_ROUTE = [404, 405];

/** A supplier's catalog by the settings of its listing. */
export interface Offers {
  /** All of theirs, parents before their children. */
  readonly categories: readonly CatalogFileCategory[];
  /** Those with a picked product, and all above them; all if everything is picked. */
  listedCategories(): Promise<readonly CatalogFileCategory[]>;
  batches(): AsyncGenerator<readonly Offer[], void>;
}

/** A category of theirs that may be picked. */
export interface OfferedCategory {
  readonly id: number;
  /** With those above it. */
  readonly path: string;
  readonly products: number;
  /** By itself, or by one above it. */
  readonly picked: boolean;
}

/** A product of theirs that may be picked. */
export interface OfferedProduct {
  readonly id: number;
  readonly name: string;
  readonly categoryId: number;
  readonly available: boolean;
  /** USD that they ask for. */
  readonly cost: string;
  /** USD with our mark-up. */
  readonly price: string;
  /** USD: the price less the cost. */
  readonly margin: string;
  /** Ours, if it was listed. */
  readonly productId: number | null;
  readonly picked: boolean;
}

/** The part of a supplier's catalog that was asked for. */
export interface OfferedCatalog {
  readonly categories: readonly OfferedCategory[];
  readonly products: readonly OfferedProduct[];
  /** True if it has more of either than were asked for. */
  readonly more: boolean;
}

/** What a supplier offers, and what of it is listed here. */
@Injectable()
export class SupplierOffers {
  constructor(
    private readonly listed: SupplierCatalogRepository,
    private readonly calls: SupplierCalls,
  ) {}

  /** What a supplier answers now. @throws OperatorError if that is no catalog */
  async catalogOf(supplier: Supplier, signal?: AbortSignal): Promise<PackedCatalog> {
    const reasons: string[] = [];
    for (const route of ROUTES) {
      const where = `${supplier.baseUrl}/client/api/${route}`;
      const reading = await this.calls.catalog(supplier, route, { signal });
      if (reading.kind === 'read') return reading.catalog;
      const isStatus = reading.kind === 'status';
      const reason = isStatus ? `HTTP ${reading.httpStatus}` : reading.reason;
      reasons.push(`${where}: ${reason}`);
      if (!isStatus || !NO_ROUTE.includes(reading.httpStatus)) break;
    }
    throw new OperatorError(...sentence('supplier.not-read', { reason: reasons.join(', ') }));
  }

  async of(
    manager: EntityManager,
    supplier: Supplier,
    { categories: theirs, products }: PackedCatalog,
  ): Promise<Offers> {
    const { listed } = this;
    const categories = levelsOf(await theirs.all()).flat();
    const byCategory = await listed.markups(manager, supplier.id);
    const markups = markupsOf(categories, { general: supplier.markup, byCategory });
    const isPicked = pickedOf(categories, supplier);
    const wasPicked = pickedOf(categories, appliedTo(supplier));
    return {
      categories,
      listedCategories: async () => {
        if (isEverything(supplier)) return categories;
        const ids = new Set<number>();
        for await (const batch of products.batches()) {
          for (const product of batch) if (isPicked(product)) ids.add(product.category_id);
        }
        return withAbove(categories, ids);
      },
      async *batches() {
        for await (const batch of products.batches()) {
          const ids = batch.map(({ id }) => id);
          const links = await listed.links(manager, supplier, ids);
          yield batch.map((product) => ({
            product,
            link: links.get(product.id),
            markup: markups.get(product.category_id) ?? supplier.markup,
            isPicked: isPicked(product),
            isLeftOut: !isPicked(product) && wasPicked(product),
          }));
        }
      },
    };
  }

  /** The products whose name, or that of their category, has the text, and their categories. @param limit most of either */
  async found(
    offers: Offers,
    supplier: Supplier,
    { text, limit }: { readonly text: string; readonly limit: number },
  ): Promise<OfferedCatalog> {
    const { categories } = offers;
    const wanted = text.toLowerCase();
    const paths = pathsOf(categories);
    const counts = new Map<number, number>();
    const products: OfferedProduct[] = [];
    for await (const batch of offers.batches()) {
      for (const offer of batch) {
        const { name, category_id: category } = offer.product;
        if (!`${paths.get(category)}\n${name}`.toLowerCase().includes(wanted)) continue;
        counts.set(category, (counts.get(category) ?? 0) + 1);
        if (products.length <= limit) products.push(offered(offer));
      }
    }
    const { pickedCategories } = supplier;
    const pickedProducts = isEverything(supplier) ? null : [];
    const isPicked = pickedOf(categories, { pickedCategories, pickedProducts });
    const found = withAbove(categories, new Set(counts.keys())).map(({ id }) => ({
      id,
      path: paths.get(id) ?? '',
      products: counts.get(id) ?? 0,
      picked: isPicked({ id: 0, category_id: id }),
    }));
    return {
      categories: found.slice(0, limit),
      products: products.slice(0, limit),
      more: found.length > limit || products.length > limit,
    };
  }
}

/** The picks of the last sync. */
function appliedTo({ appliedCategories, appliedProducts }: Supplier): Picks {
  return { pickedCategories: appliedCategories, pickedProducts: appliedProducts };
}

function offered({ product, link, markup, isPicked }: Offer): OfferedProduct {
  const { id, name, category_id: categoryId, available, price: cost } = product;
  const price = priceWithPercentage(cost, markup);
  const margin = sumOf(price, negated(cost));
  const productId = link?.ours ?? null;
  return { id, name, categoryId, available, cost, price, margin, productId, picked: isPicked };
}

/** The names of the categories with those above them. */
function pathsOf(categories: readonly CatalogFileCategory[]): ReadonlyMap<number, string> {
  const paths = new Map<number, string>();
  for (const { id, parent_id: parent, name } of categories) {
    const above = parent === null ? undefined : paths.get(parent);
    paths.set(id, above === undefined ? name : `${above} › ${name}`);
  }
  return paths;
}
