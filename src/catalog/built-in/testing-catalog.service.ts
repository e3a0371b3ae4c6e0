import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Category } from '../category.entity.js';
import type { FulfillmentStep } from '../fulfillment-step.js';
import { Product } from '../product.entity.js';

/** A product that only testing accounts see. */
interface TestingProduct {
  readonly name: string;
  readonly fulfillment: readonly FulfillmentStep[];
}

const CATEGORY_NAME = 'Test outcomes';
/** USD; shown in answers, but never charged. */
const PRICE = '1';

/** The category that only testing accounts see. */
@Injectable()
export class TestingCatalogService {
  constructor(private readonly database: Database) {}

  exists(): Promise<boolean> {
    return this.database.manager.existsBy(Category, { testingOnly: true });
  }

  /** @returns the new products, in the given order. */
  create(products: readonly TestingProduct[]): Promise<{ id: number; name: string }[]> {
    return this.database.transaction(async (manager) => {
      const { id: categoryId } = await manager.save(
        manager.create(Category, { name: CATEGORY_NAME, testingOnly: true }),
      );
      const rows = products.map(({ name, fulfillment }, position) =>
        manager.create(Product, {
          categoryId,
          name,
          position,
          price: PRICE,
          productType: 'package',
          fields: [],
          fulfillment: [...fulfillment],
        }),
      );
      return (await manager.save(rows)).map(({ id, name }) => ({ id, name }));
    });
  }

  /** Deletes the rows of the category and its products; orders keep a copy of what they need. */
  async remove(): Promise<void> {
    await this.database.transaction(async (manager) => {
      for (const { id } of await manager.findBy(Category, { testingOnly: true })) {
        await manager.delete(Product, { categoryId: id });
        await manager.delete(Category, { id });
      }
    });
  }
}
