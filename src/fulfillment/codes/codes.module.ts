import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ClearanceRepository } from './clearance/clearance.repository.js';
import { CodeClearance } from './clearance/code-clearance.js';
import { HandedOutCodes } from './clearance/handed-out-codes.js';
import { CodeHashes } from './stock/code-hashes.js';
import { CodeImportService } from './code-import.service.js';
import { CodeReleaseService } from './code-release.service.js';
import { CodeStockRepository } from './stock/code-stock.repository.js';
import { CodeStockService } from './code-stock.service.js';
import { CodeWithdrawalService } from './code-withdrawal.service.js';
import { CodesHandler } from './codes.handler.js';
import { FreeCodesGauge } from './free-codes.gauge.js';
import { HeldCodesRepository } from './stock/held-codes.repository.js';
import { SoldCodesService } from './sold-codes.service.js';
import { CodeStock, StockCode } from './stock/stock-code.entity.js';
import { StoredCodes } from './stock/stored-codes.js';
import { StockWatch } from './stock-watch.js';

/** Delivery of codes from stock. */
@Module({
  imports: [TypeOrmModule.forFeature([CodeStock, StockCode])],
  providers: [
    ClearanceRepository,
    CodeClearance,
    CodeHashes,
    CodeImportService,
    CodeReleaseService,
    CodeStockRepository,
    CodeStockService,
    CodeWithdrawalService,
    CodesHandler,
    FreeCodesGauge,
    HandedOutCodes,
    HeldCodesRepository,
    SoldCodesService,
    StockWatch,
    StoredCodes,
  ],
  exports: [
    CodeImportService,
    CodeReleaseService,
    CodeStockService,
    CodeWithdrawalService,
    CodesHandler,
    HandedOutCodes,
    HeldCodesRepository,
  ],
})
export class CodesModule {}
