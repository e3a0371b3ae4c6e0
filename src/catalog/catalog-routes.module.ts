import { Module } from '@nestjs/common';
import { CatalogModule } from './catalog.module.js';
import { CatalogLoadGauge } from './view/catalog-load.gauge.js';
import { V53Controller } from './wire/v53.controller.js';
import { V81Controller } from './wire/v81.controller.js';

/** The routes of the catalog, in a separate module so that commands do not load what only HTTP needs. */
@Module({
  imports: [CatalogModule],
  controllers: [V53Controller, V81Controller],
  providers: [CatalogLoadGauge],
})
export class CatalogRoutesModule {}
