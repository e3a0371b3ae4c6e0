import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { CatalogSnapshot } from '../view/catalog-snapshot.js';
import { ChangeLogRepository, type FormerRows } from './change-log.repository.js';

/** For one present catalog. Each may take some megabytes; most callers have the cursor of one of the last changes. */
const MAX_FORMER_CATALOGS = 8;

/** The catalog at an earlier revision. */
export interface FormerCatalog {
  readonly snapshot: CatalogSnapshot;
  /** The rows in which it differs from the present one. */
  readonly rows: FormerRows;
}

type Reading = Promise<FormerCatalog | undefined>;

/** Makes earlier catalogs again, each once for all callers with a cursor of its revision. */
@Injectable()
export class FormerCatalogs {
  /** By revision, for each present snapshot as long as anything else refers to it. */
  private readonly readings = new WeakMap<CatalogSnapshot, LRUCache<string, Reading>>();

  constructor(private readonly log: ChangeLogRepository) {}

  /** The catalog at an earlier revision. Undefined if the log does not say it, or with too many changes. */
  at(revision: string, present: CatalogSnapshot): Reading {
    const readings =
      this.readings.get(present) ?? new LRUCache<string, Reading>({ max: MAX_FORMER_CATALOGS });
    this.readings.set(present, readings);
    const known = readings.get(revision);
    if (known) return known;
    const reading = this.read(revision, present);
    readings.set(revision, reading);
    reading.catch(() => {
      if (readings.peek(revision) === reading) readings.delete(revision);
    });
    return reading;
  }

  private async read(revision: string, present: CatalogSnapshot): Reading {
    const rows = await this.log.formerRows(revision, present.revision);
    if (!rows) return undefined;
    // The policies decide as they did, since their digest is authenticated by the cursor.
    const { policies } = present;
    return { snapshot: present.with({ ...rows, revision, policies }), rows };
  }
}
