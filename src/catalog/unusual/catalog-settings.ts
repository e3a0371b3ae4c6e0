import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';

/** What holds for the whole catalog. */
export interface CatalogSetting {
  /** A price that changes by more than that is unusual. */
  readonly unusualPercent: number;
}

/** The settings of the catalog: one row. */
@Injectable()
export class CatalogSettings {
  constructor(private readonly database: Database) {}

  async get(manager = this.database.manager, lock = ''): Promise<CatalogSetting> {
    const [setting] = await manager.query<[CatalogSetting]>(`${SELECT} ${lock}`);
    return setting;
  }

  /** The same, locked until the transaction of the caller ends. */
  locked(manager: EntityManager): Promise<CatalogSetting> {
    return this.get(manager, 'FOR NO KEY UPDATE');
  }

  async set(manager: EntityManager, { unusualPercent }: CatalogSetting): Promise<void> {
    await manager.query('UPDATE catalog_settings SET unusual_percent = $1', [unusualPercent]);
  }
}

const SELECT = 'SELECT unusual_percent AS "unusualPercent" FROM catalog_settings';
