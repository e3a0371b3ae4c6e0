import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  CATEGORIES,
  COUNT_LISTED,
  FIND_MISSING,
  KEEP_OFF,
  LINKS,
  MARKUPS,
  NOTE_CATEGORIES,
  NOTE_CREATED,
  NOTE_GONE,
  NOTE_RETURNED,
  SET_MARKUP,
  UNSET_MARKUP,
} from './supplier-catalog.sql.js';
import type { Link } from './supplier-listing.js';

/** Whose products and categories of ours are, and how they are priced. All in the caller's transaction. */
@Injectable()
export class SupplierCatalogRepository {
  /** How many products the supplier had at the last look, and how many of them it still has. @param staged before */
  async countListed(
    manager: EntityManager,
    supplierId: number,
  ): Promise<{ listed: number; kept: number }> {
    const rows = await manager.query<[{ listed: number; kept: number }]>(COUNT_LISTED, [
      supplierId,
    ]);
    return rows[0];
  }

  async markups(manager: EntityManager, supplierId: number): Promise<Map<number, string>> {
    const rows = await manager.query<{ category: number; markup: string }[]>(MARKUPS, [supplierId]);
    return new Map(rows.map(({ category, markup }) => [category, markup]));
  }

  /** @param markup null for none of its own */
  async setMarkup(
    manager: EntityManager,
    supplierId: number,
    category: number,
    markup: string | null,
  ): Promise<void> {
    if (markup === null) await manager.query(UNSET_MARKUP, [supplierId, category]);
    else await manager.query(SET_MARKUP, [supplierId, category, markup]);
  }

  /** Our category for each of theirs that was listed before. */
  async categories(manager: EntityManager, supplierId: number): Promise<Map<number, number>> {
    const rows = await manager.query<{ theirs: number; ours: number }[]>(CATEGORIES, [supplierId]);
    return new Map(rows.map(({ theirs, ours }) => [theirs, ours]));
  }

  /** @param pairs of their id, the key, and ours */
  async noteCategories(
    manager: EntityManager,
    supplierId: number,
    pairs: readonly { readonly key: number; readonly id: number }[],
  ): Promise<void> {
    await manager.query(NOTE_CATEGORIES, [supplierId, JSON.stringify(pairs)]);
  }

  /** What was listed before of the given products of theirs, by their ids. */
  async links(
    manager: EntityManager,
    supplier: { readonly id: number; readonly name: string },
    theirs: readonly number[],
  ): Promise<Map<number, Link>> {
    const rows = await manager.query<Link[]>(LINKS, [supplier.id, supplier.name, theirs]);
    return new Map(rows.map((link) => [link.theirs, link]));
  }

  /** Our products that are on, that nobody else delivers, and that the supplier has no more. @param staged before */
  async missing(
    manager: EntityManager,
    supplier: { readonly id: number; readonly name: string },
  ): Promise<number[]> {
    const rows = await manager.query<{ id: number }[]>(FIND_MISSING, [supplier.id, supplier.name]);
    return rows.map(({ id }) => id);
  }

  /** Notes whose the products are that were created of what is staged. */
  async noteCreated(manager: EntityManager, supplierId: number): Promise<void> {
    await manager.query(NOTE_CREATED, [supplierId]);
  }

  /** Notes what the supplier has no more, and has again. @param off our products that were switched off for that */
  async noteGoneAndReturned(
    manager: EntityManager,
    supplierId: number,
    off: readonly number[],
  ): Promise<void> {
    await manager.query(NOTE_GONE, [supplierId, off]);
    await manager.query(NOTE_RETURNED, [supplierId]);
  }

  /** These products stay off when their suppliers have them again. */
  async keepOff(manager: EntityManager, products: readonly number[]): Promise<void> {
    if (products.length > 0) await manager.query(KEEP_OFF, [products]);
  }
}
