import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  AWAIT_SHOWN,
  CATEGORIES,
  COMPARED,
  COUNT_LISTED,
  FIND_MISSING,
  FIND_TAKEN,
  FORGET_TAKEN_BACK,
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
import type { AddedCategory } from '../../../catalog/listing/listing.js';
import type { ComparedProduct } from '../../../catalog/unusual/unusual.js';
import type { Supplier } from '../supplier/supplier.entity.js';
import type { Link } from './supplier-listing.js';

type NamedSupplier = Pick<Supplier, 'id' | 'name'>;

/** Products of ours that are left as they are, and those of them that the supplier does not list any more. */
export interface HeldProducts {
  readonly all: readonly number[];
  readonly vanishing: readonly number[];
}

/**
 * Which of our products and categories come from which supplier, and the mark-ups. "Theirs" is of the supplier, "ours"
 * of this shop. All methods work in the transaction of the caller.
 */
@Injectable()
export class SupplierCatalogRepository {
  /** The number of products at the last sync, and how many of them the supplier still has. Needs the staged catalog. */
  async countListed(
    manager: EntityManager,
    supplierId: number,
  ): Promise<{ listed: number; kept: number }> {
    const rows = await manager.query<[{ listed: number; kept: number }]>(COUNT_LISTED, [
      supplierId,
    ]);
    return rows[0];
  }

  /** Behind the items of an entry that were taken back: what it has switched off is looked for. */
  async followTakingBack(manager: EntityManager, entry: number): Promise<void> {
    await manager.query(FIND_TAKEN, [entry]);
  }

  /** What was listed, and taken back, is listed anew: under new ids, as nobody knows what became of the former ones. */
  async forgetTakenBack(manager: EntityManager, supplierId: number): Promise<void> {
    for (const statement of FORGET_TAKEN_BACK) await manager.query(statement, [supplierId]);
  }

  async markups(manager: EntityManager, supplierId: number): Promise<Map<number, string>> {
    const rows = await manager.query<{ category: number; markup: string }[]>(MARKUPS, [supplierId]);
    return new Map(rows.map(({ category, markup }) => [category, markup]));
  }

  /** @param markup null removes the category's own mark-up */
  async setMarkup(
    manager: EntityManager,
    supplierId: number,
    category: number,
    markup: string | null,
  ): Promise<void> {
    if (markup === null) await manager.query(UNSET_MARKUP, [supplierId, category]);
    else await manager.query(SET_MARKUP, [supplierId, category, markup]);
  }

  /** Our category for each category of theirs that was listed before. */
  async categories(manager: EntityManager, supplierId: number): Promise<Map<number, number>> {
    const rows = await manager.query<{ theirs: number; ours: number }[]>(CATEGORIES, [supplierId]);
    return new Map(rows.map(({ theirs, ours }) => [theirs, ours]));
  }

  /** @param added those of theirs that are listed now */
  async noteCategories(
    manager: EntityManager,
    supplierId: number,
    added: readonly AddedCategory[],
  ): Promise<void> {
    await manager.query(NOTE_CATEGORIES, [supplierId, JSON.stringify(added)]);
  }

  /** The links of products of theirs that were listed before, by their ids. */
  async links(
    manager: EntityManager,
    supplier: NamedSupplier,
    theirs: readonly number[],
  ): Promise<Map<number, Link>> {
    const rows = await manager.query<Link[]>(LINKS, [supplier.id, supplier.name, theirs]);
    return new Map(rows.map((link) => [link.theirs, link]));
  }

  /** Our available products that only this supplier can deliver and that it no longer has. Needs the staged catalog. */
  async missing(manager: EntityManager, supplier: NamedSupplier): Promise<number[]> {
    const rows = await manager.query<{ id: number }[]>(FIND_MISSING, [supplier.id, supplier.name]);
    return rows.map(({ id }) => id);
  }

  /** Our products whose changes may be unusual, by id. Needs the staged catalog. */
  compared(manager: EntityManager, supplier: NamedSupplier): Promise<ComparedProduct[]> {
    return manager.query(COMPARED, [supplier.id, supplier.name]);
  }

  /** Has the pictures fetched whose addresses an earlier release took over. Needs the staged catalog. */
  async awaitShownPictures(
    manager: EntityManager,
    { id, baseUrl }: Pick<Supplier, 'id' | 'baseUrl'>,
  ): Promise<void> {
    for (const statement of AWAIT_SHOWN) await manager.query(statement, [id, `${baseUrl}/`]);
  }

  /** Links the products that were created from the staged catalog to the supplier. */
  async noteCreated(manager: EntityManager, supplierId: number): Promise<void> {
    await manager.query(NOTE_CREATED, [supplierId]);
  }

  /** Marks products as gone or returned. @param off our products that were switched off because they are gone */
  async noteGoneAndReturned(
    manager: EntityManager,
    supplierId: number,
    off: readonly number[],
    held: HeldProducts,
  ): Promise<void> {
    await manager.query(NOTE_GONE, [supplierId, off, held.vanishing]);
    await manager.query(NOTE_RETURNED, [supplierId, held.all]);
  }

  /** These products stay off when their suppliers list them again. */
  async keepOff(manager: EntityManager, products: readonly number[]): Promise<void> {
    if (products.length > 0) await manager.query(KEEP_OFF, [products]);
  }
}
