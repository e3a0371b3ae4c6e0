import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { DemoCatalogRepository } from './demo-catalog.repository.js';

/** The catalog of the demo shop. */
@Injectable()
export class DemoCatalogService {
  constructor(
    private readonly database: Database,
    private readonly demo: DemoCatalogRepository,
  ) {}

  /** True if the shop has no category, not even a deleted one. */
  isCatalogEmpty(): Promise<boolean> {
    return this.demo.isCatalogEmpty();
  }

  exists(): Promise<boolean> {
    return this.demo.exists();
  }

  remove(): Promise<void> {
    return this.database.transaction((manager) => this.demo.remove(manager));
  }
}
