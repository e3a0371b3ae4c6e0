import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { SnapshotKeeper } from './snapshot-keeper.js';

/** The metric `souk_catalog_load_seconds`. */
@Injectable()
export class CatalogLoadGauge {
  constructor(registry: Registry, snapshots: SnapshotKeeper) {
    new Gauge({
      name: 'souk_catalog_load_seconds',
      help: 'How long the last read of the catalog, or of its changes, took; 0 before the first one.',
      registers: [registry],
      aggregator: 'max',
      collect() {
        this.set(snapshots.lastLoadMs / 1000);
      },
    });
  }
}
