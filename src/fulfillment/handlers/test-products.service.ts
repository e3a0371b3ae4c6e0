import { Injectable } from '@nestjs/common';
import { TestingCatalogService } from '../../catalog/built-in/testing-catalog.service.js';
import { OperatorError } from '../../common/app-error.js';
import { REHEARSALS, type Rehearsal } from './test-order.handler.js';

const NAMES: Readonly<Record<Rehearsal, string>> = {
  accept: 'Test: accepted',
  reject: 'Test: rejected',
  'wait-10s': 'Test: accepted after 10 seconds',
  stuck: 'Test: waits for ever',
  'two-codes': 'Test: delivers two codes',
};

/** The products with which the author of a client program meets every outcome on the live system. */
@Injectable()
export class RehearsalCatalogService {
  constructor(private readonly catalog: TestingCatalogService) {}

  /** One product for each outcome. @throws OperatorError when they are there already. */
  async create(): Promise<{ id: number; name: string }[]> {
    if (await this.catalog.exists()) {
      throw new OperatorError('The test products are there already.');
    }
    return this.catalog.create(
      REHEARSALS.map((outcome) => ({
        name: NAMES[outcome],
        fulfillment: [{ handler: 'test', settings: { outcome } }],
      })),
    );
  }

  /** @throws OperatorError when there are none. */
  async remove(): Promise<void> {
    if (!(await this.catalog.exists())) throw new OperatorError('There are no test products.');
    await this.catalog.remove();
  }
}
