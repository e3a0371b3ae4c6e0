import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { EntityManager } from 'typeorm';
import type { CatalogSnapshot } from './catalog-snapshot.js';
import { RevisionWatch } from '../../database/revision/revision-watch.js';
import { CatalogView } from './catalog-view.js';
import { SnapshotKeeper } from './snapshot-keeper.js';
import { CatalogRepository } from './catalog.repository.js';
import type { Audience } from './rules.js';
import { ResolvedRules } from './resolved-rules.js';

const MAX_CACHED_AUDIENCES = 10_000;

/**
 * Makes all views. A view has the current revision: the snapshot in memory is used only while it is current.
 */
@Injectable()
export class VisibilityService {
  /** By audience. */
  private readonly resolvedRules = new LRUCache<string, ResolvedRules>({
    max: MAX_CACHED_AUDIENCES,
  });
  /** Views of the last used snapshot only; views of earlier ones would keep whole catalogs in memory. */
  private views = new Map<string, CatalogView>();
  private viewed: CatalogSnapshot | undefined;

  constructor(
    private readonly catalog: CatalogRepository,
    private readonly snapshots: SnapshotKeeper,
    private readonly revisions: RevisionWatch,
  ) {}

  /** The catalog as this audience sees it now. */
  async viewFor(audience: Audience): Promise<CatalogView> {
    const revisions = this.revisions.fresh ?? (await this.revisions.current());
    const snapshot = this.snapshots.ready(revisions) ?? (await this.snapshots.at(revisions));
    return this.viewOf(snapshot, audience);
  }

  /** At least the slice of the catalog around one product, as it is now. */
  async viewAround(audience: Audience, productId: number): Promise<CatalogView> {
    const revisions = this.revisions.fresh ?? (await this.revisions.current());
    const snapshot = this.snapshots.ready(revisions);
    if (snapshot) return this.viewOf(snapshot, audience);
    // An order does not wait for the whole catalog, but starts to read it for the next one. Those who wait get its errors.
    this.snapshots.read(revisions).catch(() => undefined);
    return new CatalogView(await this.catalog.loadSlice(productId), audience);
  }

  /** The slice of the catalog around one product, read in the transaction of the caller. */
  async viewWithin(
    manager: EntityManager,
    audience: Audience,
    productId: number,
  ): Promise<CatalogView> {
    return new CatalogView(await this.catalog.loadSlice(productId, manager), audience);
  }

  private viewOf(snapshot: CatalogSnapshot, audience: Audience): CatalogView {
    if (this.viewed !== snapshot || this.views.size >= MAX_CACHED_AUDIENCES) {
      this.viewed = snapshot;
      this.views = new Map();
    }
    const name = nameOf(audience);
    let view = this.views.get(name);
    if (!view) {
      const resolvedRules = ResolvedRules.of(
        snapshot.rules,
        audience,
        this.resolvedRules.get(name),
      );
      this.resolvedRules.set(name, resolvedRules);
      view = new CatalogView(snapshot, audience, resolvedRules);
      this.views.set(name, view);
    }
    return view;
  }
}

function nameOf({ accountId, groupId, showUnavailable, testing }: Audience): string {
  return `${accountId} ${groupId} ${showUnavailable} ${testing}`;
}
