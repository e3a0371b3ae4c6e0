import { Get, Post, Put } from '@nestjs/common';
import type { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { ProductCosts } from '../../fulfillment/costs/product-costs.service.js';
import { Caller, CurrentOperator } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { JsonBody } from '../http/json-body.js';
import { ListFiles } from '../http/list-files.js';
import type { ItemsPage } from '../../operations/lists/page.js';
import { PathId } from '../http/path-parts.js';
import { Parameters } from '../http/query.js';
import { CostAdmin } from './cost-admin.service.js';
import { costPage, COSTS_FILE } from './cost-lists.js';
import {
  CostDto,
  CostImportDto,
  CostQuery,
  ImportedCostsDto,
  ProductCostDto,
  ProductCostPageDto,
} from './costs.dto.js';

@AdminController('Costs')
export class CostsController {
  constructor(
    private readonly costs: ProductCosts,
    private readonly changes: CostAdmin,
    private readonly files: ListFiles,
  ) {}

  @Get('costs')
  @AdminRoute({
    name: 'costs',
    permission: 'costs.read',
    summary: 'Products with what they cost the shop, by id',
    query: CostQuery,
    answer: ProductCostPageDto,
  })
  list(
    @CurrentOperator() caller: Caller,
    @Parameters(CostQuery) query: CostQuery,
  ): Promise<ItemsPage<ProductCostDto>> | StreamedAnswer {
    return this.files.answer(COSTS_FILE, query, caller, (part) => costPage(this.costs, part));
  }

  @Put('products/:id/cost')
  @AdminRoute({
    name: 'cost-set',
    permission: 'costs.edit',
    summary: 'Set what a product costs; a supplier no longer changes it then',
    body: CostDto,
    answer: ProductCostDto,
  })
  set(
    @CurrentOperator() { author }: Caller,
    @PathId('id') id: number,
    @JsonBody(CostDto) { cost }: CostDto,
  ): Promise<ProductCostDto> {
    return this.changes.set(id, cost, author);
  }

  @Post('costs/import')
  @AdminRoute({
    name: 'costs-import',
    permission: 'costs.edit',
    summary: 'Set the costs of many products from a CSV, all or nothing',
    body: CostImportDto,
    answer: ImportedCostsDto,
  })
  import(
    @CurrentOperator() { author }: Caller,
    @JsonBody(CostImportDto) costs: CostImportDto,
  ): Promise<ImportedCostsDto> {
    return this.changes.import(costs, author);
  }
}
