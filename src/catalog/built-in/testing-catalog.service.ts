import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Category } from '../category.entity.js';
import type { FulfillmentStep } from '../fulfillment-step.js';
import { Product } from '../product.entity.js';

/** A product for accounts under test. */
export interface TestingProduct {
  readonly name: string;
  readonly fulfillment: readonly FulfillmentStep[];
}

const CATEGORY_NAME = 'Test outcomes';
/** USD that an answer shows; nothing is charged. */
const PRICE = '1';

/** The category that only accounts under test see. */
@Injectable()
export class TestingCatalogService {
  constructor(private readonly database: Database) {}

  exists(): Promise<boolean> {
    return this.database.manager.existsBy(Category, { testingOnly: true });
  }

  /** @returns the new products, in the order given. */
  create(products: readonly TestingProduct[]): Promise<{ id: number; name: string }[]> {
    return this.database.transaction(async (manager) => {
      const { id: categoryId } = await manager.save(
        manager.create(Category, { name: CATEGORY_NAME, testingOnly: true }),
      );
      const rows = products.map(({ name, fulfillment }, position) =>
        manager.create(Product, {
          ...{ categoryId, name, position, price: PRICE, productType: 'package' },
          ...{ fields: [], fulfillment: [...fulfillment] },
        }),
      );
      return (await manager.save(rows)).map(({ id, name }) => ({ id, name }));
    });
  }

  /** Takes the category away for good; orders keep what they need of it. */
  async remove(): Promise<void> {
    await this.database.transaction(async (manager) => {
      for (const { id } of await manager.findBy(Category, { testingOnly: true })) {
        await manager.delete(Product, { categoryId: id });
        await manager.delete(Category, { id });
      }
    });
  }
}
