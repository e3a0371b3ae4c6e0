import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CatalogSnapshot } from './catalog-snapshot.js';
import { CatalogView } from './catalog-view.js';
import { CatalogRepository } from './catalog.repository.js';
import type { Audience } from './rules.js';

/**
 * The only maker of what a caller may see. A view is of the moment of the request: the committed revision is read
 * each time, and the snapshot in memory serves only while it is of that very revision.
 */
@Injectable()
export class VisibilityService {
  private current: CatalogSnapshot | undefined;
  private loading: Promise<CatalogSnapshot> | undefined;

  constructor(private readonly catalog: CatalogRepository) {}

  /** The catalog as this audience may see it now. */
  async viewFor(audience: Audience): Promise<CatalogView> {
    return new CatalogView(await this.snapshotOfNow(), audience);
  }

  /** The part of the catalog around one product, as committed when it is read, within a transaction if one is given. */
  async viewOfProduct(
    audience: Audience,
    productId: number,
    manager?: EntityManager,
  ): Promise<CatalogView> {
    return new CatalogView(await this.catalog.loadSlice(productId, manager), audience);
  }

  private async snapshotOfNow(): Promise<CatalogSnapshot> {
    const revision = await this.catalog.revision();
    if (this.current?.revision === revision) return this.current;
    // A load that is already under way may have begun before this revision was committed; one that begins now did
    // not. Revisions are only compared for equality: a restored database may hold a lower one.
    const earlier = await this.loading;
    return earlier?.revision === revision ? earlier : this.load();
  }

  /** Callers that need a newer snapshot at the same time share one load. */
  private load(): Promise<CatalogSnapshot> {
    this.loading ??= this.catalog
      .loadAll()
      .then((snapshot) => (this.current = snapshot))
      .finally(() => (this.loading = undefined));
    return this.loading;
  }
}
