import { Delete, Post } from '@nestjs/common';
import { Caller, CurrentOperator } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { BuiltInAdmin } from './built-in-admin.service.js';
import { RemovedDto, TestProductsDto } from './built-in.dto.js';

@AdminController('Catalog')
export class BuiltInController {
  constructor(private readonly changes: BuiltInAdmin) {}

  @Post('test-products')
  @AdminRoute({
    name: 'test-products-add',
    permission: 'catalog.edit',
    summary: 'Make one product for each outcome, which testing accounts alone see',
    status: 201,
    answer: TestProductsDto,
  })
  addTestProducts(@CurrentOperator() { author }: Caller): Promise<TestProductsDto> {
    return this.changes.addTestProducts(author);
  }

  @Delete('test-products')
  @AdminRoute({
    name: 'test-products-remove',
    permission: 'catalog.edit',
    summary: 'Take the test products away',
    answer: RemovedDto,
  })
  removeTestProducts(@CurrentOperator() { author }: Caller): Promise<RemovedDto> {
    return this.changes.removeTestProducts(author);
  }

  @Delete('demo-shop')
  @AdminRoute({
    name: 'demo-shop-remove',
    permission: 'catalog.import',
    summary: 'Take the demo shop away; its account is barred',
    answer: RemovedDto,
  })
  removeDemoShop(@CurrentOperator() { author }: Caller): Promise<RemovedDto> {
    return this.changes.removeDemoShop(author);
  }
}
