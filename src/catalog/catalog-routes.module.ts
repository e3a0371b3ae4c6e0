import { Module } from '@nestjs/common';
import { CatalogModule } from './catalog.module.js';
import { ChangeLogRepository } from './changes/change-log.repository.js';
import { ChangesService } from './changes/changes.service.js';
import { Cursors } from './changes/cursors.js';
import { FormerCatalogs } from './changes/former-catalogs.js';
import { PicturesController } from './pictures/pictures.controller.js';
import { RecordRetention } from './record/record-retention.task.js';
import { CatalogLoadGauge } from './view/catalog-load.gauge.js';
import { ChangesController } from './wire/changes.controller.js';
import { V53Controller } from './wire/v53.controller.js';
import { V81Controller } from './wire/v81.controller.js';

/** The routes of the catalog, in a separate module so that commands do not load what only HTTP needs. */
@Module({
  imports: [CatalogModule],
  controllers: [V53Controller, V81Controller, ChangesController, PicturesController],
  providers: [
    ...[CatalogLoadGauge, ChangeLogRepository, ChangesService, Cursors, FormerCatalogs],
    RecordRetention,
  ],
})
export class CatalogRoutesModule {}
