import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CatalogAnswers } from './answers/catalog-answers.service.js';
import { CatalogService } from './wire/catalog.service.js';
import { Category } from './category.entity.js';
import { ProductService } from './editing/product.service.js';
import { BasePriceService } from './editing/base-price.service.js';
import { CategoryService } from './editing/category.service.js';
import { CategoryTree } from './editing/category-tree.service.js';
import { ShopBranding } from './branding/shop-branding.service.js';
import { DemoCatalogService } from './built-in/demo-catalog.service.js';
import { CatalogComparison } from './import/catalog-comparison.service.js';
import { CatalogExportRepository } from './import/catalog-export.repository.js';
import { CatalogExportService } from './import/catalog-export.service.js';
import { CatalogExportStream } from './import/catalog-export-stream.js';
import { CatalogImportRepository } from './import/catalog-import.repository.js';
import { CatalogImportService } from './import/catalog-import.service.js';
import { ImportApplication } from './import/uploaded/import-application.service.js';
import { ImportChangesRepository } from './import/uploaded/import-changes.repository.js';
import { ImportComparison } from './import/uploaded/import-comparison.service.js';
import { ImportRetention } from './import/uploaded/import-retention.js';
import { ImportRowsRepository } from './import/uploaded/import-rows.repository.js';
import { ImportWork } from './import/uploaded/import-work.js';
import { UploadedImportsRepository } from './import/uploaded/uploaded-imports.repository.js';
import { UploadedImports } from './import/uploaded/uploaded-imports.service.js';
import { PriceListRepository } from './import/price-list.repository.js';
import { ListingService } from './listing/listing.service.js';
import { CatalogPolicies } from './policies/catalog-policies.js';
import { Product } from './product.entity.js';
import { TestingCatalogService } from './built-in/testing-catalog.service.js';
import { ItemRecordRepository } from './record/item-record.repository.js';
import { TakingBack } from './taking-back/taking-back.service.js';
import { GroupRemoval } from './rules/group-removal.service.js';
import { Pictures } from './pictures/pictures.service.js';
import { PriceRule } from './rules/price-rule.entity.js';
import { PriceRuleService } from './rules/price-rule.service.js';
import { RuleRepository } from './rules/rule.repository.js';
import { VisibilityRule } from './rules/visibility-rule.entity.js';
import { VisibilityRuleService } from './rules/visibility-rule.service.js';
import { CatalogSearch } from './search/catalog-search.service.js';
import { CatalogWordsRepository } from './search/catalog-words.repository.js';
import { CatalogSettings } from './unusual/catalog-settings.js';
import { BelowCost } from './unusual/below-cost.repository.js';
import { UnusualChanges } from './unusual/unusual-changes.service.js';
import { CatalogRepository } from './view/catalog.repository.js';
import { SnapshotKeeper } from './view/snapshot-keeper.js';
import { VisibilityService } from './view/visibility.service.js';

/** What other modules use. */
const SERVICES = [
  BasePriceService,
  CatalogAnswers,
  CategoryService,
  CategoryTree,
  CatalogExportService,
  CatalogExportStream,
  CatalogImportService,
  CatalogPolicies,
  DemoCatalogService,
  CatalogSearch,
  CatalogService,
  CatalogSettings,
  GroupRemoval,
  ItemRecordRepository,
  ListingService,
  Pictures,
  PriceRuleService,
  ProductService,
  ShopBranding,
  SnapshotKeeper,
  TakingBack,
  TestingCatalogService,
  ImportWork,
  BelowCost,
  UnusualChanges,
  UploadedImports,
  VisibilityRuleService,
  VisibilityService,
];

/** Categories, products, prices and who may see them. */
@Module({
  imports: [TypeOrmModule.forFeature([Category, Product, VisibilityRule, PriceRule])],
  providers: [
    ...SERVICES,
    CatalogComparison,
    CatalogExportRepository,
    CatalogImportRepository,
    CatalogRepository,
    CatalogWordsRepository,
    ImportApplication,
    ImportChangesRepository,
    ImportComparison,
    ImportRetention,
    ImportRowsRepository,
    PriceListRepository,
    RuleRepository,
    UploadedImportsRepository,
  ],
  exports: SERVICES,
})
export class CatalogModule {}
