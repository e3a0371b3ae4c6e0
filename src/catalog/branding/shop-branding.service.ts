import { setTimeout as later } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import { USUAL_BRANDING, type Branding } from './branding.js';

/** Pages of other instances show a change so much later. */
const KEPT_MS = 2_000;
/** A page waits no longer for it: it is shown with the former one while the database is away. */
const WAIT_MS = 200;

const READ = 'SELECT name, logo, color FROM shop_branding';
const SET = 'UPDATE shop_branding SET name = $1, logo = $2, color = $3';

/** The branding of the shop, one row. */
@Injectable()
export class ShopBranding {
  private known = USUAL_BRANDING;
  private reading: Promise<Branding> | undefined;
  /** By `performance.now()`. */
  private readAtMs = -Infinity;

  constructor(private readonly database: Database) {}

  /** For pages: read every two seconds at most. */
  async current(): Promise<Branding> {
    if (performance.now() - this.readAtMs < KEPT_MS) return this.known;
    this.reading ??= this.renewed().finally(() => {
      this.reading = undefined;
    });
    const former = later(WAIT_MS, undefined, { ref: false }).then(() => this.known);
    return Promise.race([this.reading, former]);
  }

  private async renewed(): Promise<Branding> {
    const beganAtMs = performance.now();
    try {
      this.known = await this.read();
    } catch {
      // As it was last known.
    }
    this.readAtMs = beganAtMs;
    return this.known;
  }

  /** Locked until the transaction of the caller ends. */
  locked(manager: EntityManager): Promise<Branding> {
    return this.read(manager, 'FOR NO KEY UPDATE');
  }

  async read(manager = this.database.manager, lock = ''): Promise<Branding> {
    const [branding] = await manager.query<[Branding]>(`${READ} ${lock}`);
    return branding;
  }

  /** In the transaction of the caller, after which this instance reads it anew. */
  async set(manager: EntityManager, { name, logo, color }: Branding): Promise<void> {
    await manager.query(SET, [name, logo, color]);
    this.readAtMs = -Infinity;
  }
}
