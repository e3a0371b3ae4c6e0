import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { EntityManager } from 'typeorm';
import type { CatalogSnapshot } from './catalog-snapshot.js';
import { RevisionWatch } from '../../database/revision/revision-watch.js';
import { CatalogView } from './catalog-view.js';
import { CatalogRepository } from './catalog.repository.js';
import type { Audience } from './rules.js';

const REMEMBERED_VIEWS = 10_000;

/**
 * The only maker of what a caller may see. A view is of the moment of the request: the committed revision is read
 * each time, and the snapshot in memory serves only while it is of that very revision.
 */
@Injectable()
export class VisibilityService {
  private current: CatalogSnapshot | undefined;
  private loading: Promise<CatalogSnapshot> | undefined;
  /** Of the current snapshot, by audience. */
  private readonly views = new LRUCache<string, CatalogView>({ max: REMEMBERED_VIEWS });

  constructor(
    private readonly catalog: CatalogRepository,
    private readonly revisions: RevisionWatch,
  ) {}

  /** The catalog as this audience may see it now. */
  async viewFor(audience: Audience): Promise<CatalogView> {
    return this.viewOf(await this.snapshotOfNow(), audience);
  }

  /** At least the part of the catalog around one product, as it is now. */
  async viewAround(audience: Audience, productId: number): Promise<CatalogView> {
    const { catalog } = this.revisions.fresh ?? (await this.revisions.current());
    return this.current?.revision === catalog
      ? this.viewOf(this.current, audience)
      : new CatalogView(await this.catalog.loadSlice(productId), audience);
  }

  /** The part of the catalog around one product, as committed when the caller's transaction reads it. */
  async viewWithin(
    manager: EntityManager,
    audience: Audience,
    productId: number,
  ): Promise<CatalogView> {
    return new CatalogView(await this.catalog.loadSlice(productId, manager), audience);
  }

  private viewOf(snapshot: CatalogSnapshot, audience: Audience): CatalogView {
    if (snapshot !== this.current) return new CatalogView(snapshot, audience);
    const key = audienceKey(audience);
    let view = this.views.get(key);
    if (!view) {
      view = new CatalogView(snapshot, audience);
      this.views.set(key, view);
    }
    return view;
  }

  private async snapshotOfNow(): Promise<CatalogSnapshot> {
    const { catalog: revision } = this.revisions.fresh ?? (await this.revisions.current());
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
      .then((snapshot) => {
        this.views.clear();
        return (this.current = snapshot);
      })
      .finally(() => (this.loading = undefined));
    return this.loading;
  }
}

function audienceKey({ accountId, groupId, showUnavailable, testing }: Audience): string {
  return `${accountId} ${groupId} ${showUnavailable} ${testing}`;
}
