import { Inject, Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { CONFIG, type SoukConfig } from '../config/souk-config.js';
import { freeBytes } from '../database/embedded/index.js';

/** The metric `souk_data_folder_free_bytes` of an embedded database, read whenever it is collected. */
@Injectable()
export class DataFolderGauge {
  constructor(registry: Registry, @Inject(CONFIG) { embeddedDataDir }: SoukConfig) {
    if (embeddedDataDir === undefined) return;
    new Gauge({
      name: 'souk_data_folder_free_bytes',
      help: 'Free space for the data of the embedded database.',
      registers: [registry],
      aggregator: 'first',
      async collect() {
        this.set(await freeBytes(embeddedDataDir).catch(() => NaN));
      },
    });
  }
}
