import { Injectable } from '@nestjs/common';
import { TestProductsService } from '../../fulfillment/handlers/test-products.service.js';
import { DemoShopService } from '../../operator/demo-shop.service.js';
import { AuditedChanges } from '../../operators/changes/audited-changes.js';
import type { ChangeAuthor } from '../../operators/changes/change-author.js';
import type { RemovedDto, TestProductsDto } from './built-in.dto.js';

const PRESENT = { removed: false };
const REMOVED = { removed: true };

/** The test products and the demo shop, for operators. */
@Injectable()
export class BuiltInAdmin {
  constructor(
    private readonly testProducts: TestProductsService,
    private readonly demo: DemoShopService,
    private readonly changes: AuditedChanges,
  ) {}

  /** @throws ConflictError if they are there already; so do the other two if there is nothing to remove. */
  addTestProducts(by: ChangeAuthor): Promise<TestProductsDto> {
    return this.changes.around(by, { name: 'testing add', details: {} }, async () => {
      const result = { items: await this.testProducts.create() };
      return { result, before: null, after: result };
    });
  }

  removeTestProducts(by: ChangeAuthor): Promise<RemovedDto> {
    return this.removed(by, 'testing remove', () => this.testProducts.remove());
  }

  removeDemoShop(by: ChangeAuthor): Promise<RemovedDto> {
    return this.removed(by, 'demo remove', () => this.demo.remove());
  }

  private removed(
    by: ChangeAuthor,
    name: string,
    remove: () => Promise<void>,
  ): Promise<RemovedDto> {
    return this.changes.around(by, { name, details: {} }, async () => {
      await remove();
      return { result: REMOVED, before: PRESENT, after: REMOVED };
    });
  }
}
