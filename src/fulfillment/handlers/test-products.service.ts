import { Injectable } from '@nestjs/common';
import { TestingCatalogService } from '../../catalog/built-in/testing-catalog.service.js';
import { ConflictError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import { TEST_OUTCOMES, type TestOutcome } from './test-order.handler.js';

const NAMES: Readonly<Record<TestOutcome, string>> = {
  accept: 'Test: accepted',
  reject: 'Test: rejected',
  'wait-10s': 'Test: accepted after 10 seconds',
  stuck: 'Test: waits for ever',
  'two-codes': 'Test: delivers two codes',
};

/** The test products, one for each outcome, for authors of client programs. */
@Injectable()
export class TestProductsService {
  constructor(private readonly catalog: TestingCatalogService) {}

  /** @throws ConflictError if there are test products already. */
  async create(): Promise<{ id: number; name: string }[]> {
    if (await this.catalog.exists()) {
      throw new ConflictError(...sentence('test-products.there'));
    }
    return this.catalog.create(
      TEST_OUTCOMES.map((outcome) => ({
        name: NAMES[outcome],
        fulfillment: [{ handler: 'test', settings: { outcome } }],
      })),
    );
  }

  /** @throws ConflictError if there are none. */
  async remove(): Promise<void> {
    if (!(await this.catalog.exists())) throw new ConflictError(...sentence('test-products.none'));
    await this.catalog.remove();
  }
}
