import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CodeImportService } from './code-import.service.js';
import { CodeStockRepository } from './code-stock.repository.js';
import { CodeStockService } from './code-stock.service.js';
import { CodeWithdrawalService } from './code-withdrawal.service.js';
import { CodesHandler } from './codes.handler.js';
import { FreeCodesGauge } from './free-codes.gauge.js';
import { CodeStock, StockCode } from './stock-code.entity.js';
import { StockWatch } from './stock-watch.js';

/** Delivery of codes from stock. */
@Module({
  imports: [TypeOrmModule.forFeature([CodeStock, StockCode])],
  providers: [
    CodeImportService,
    CodeStockRepository,
    CodeStockService,
    CodeWithdrawalService,
    CodesHandler,
    FreeCodesGauge,
    StockWatch,
  ],
  exports: [CodeImportService, CodeStockService, CodeWithdrawalService, CodesHandler],
})
export class CodesModule {}
