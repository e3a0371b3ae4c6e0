import { TestProductsService } from '../../fulfillment/handlers/test-products.service.js';
import { DemoShopService } from '../../upkeep/demo-shop.service.js';
import { flag, text, whole } from '../answers/answer-fields.js';
import { many, shapeOf, type ShownBy } from '../answers/shape.js';
import { operation, type Outcome } from '../operation.js';

interface TestProduct {
  readonly id: number;
  readonly name: string;
}

const TEST_PRODUCT = shapeOf<TestProduct>()('TestProductDto', {
  id: whole({ example: 1200 }),
  name: text({ example: 'Test: accepted' }),
});

const TEST_PRODUCTS = shapeOf<readonly TestProduct[]>()('TestProductsDto', {
  items: many(TEST_PRODUCT, (products) => products),
});
export type TestProductsDto = ShownBy<typeof TEST_PRODUCTS>;

const REMOVED = shapeOf<boolean>()('RemovedDto', {
  removed: flag((isRemoved) => isRemoved, { example: true }),
});

async function removal(remove: () => Promise<void>): Promise<Outcome<{ removed: boolean }>> {
  await remove();
  return { answer: REMOVED.of(true), before: REMOVED.of(false) };
}

export const testingAdd = operation({
  name: 'testing add',
  operationId: 'test-products-add',
  summary: 'make one product for each outcome, which testing accounts alone see',
  permission: 'catalog.edit',
  route: 'POST test-products',
  kind: 'outside',
  makes: true,
  answer: TEST_PRODUCTS.type,
  run: async ({ services }) => ({
    answer: TEST_PRODUCTS.of(await services(TestProductsService).create()),
  }),
});

export const testingRemove = operation({
  name: 'testing remove',
  operationId: 'test-products-remove',
  summary: 'take the test products away',
  permission: 'catalog.edit',
  route: 'DELETE test-products',
  kind: 'outside',
  answer: REMOVED.type,
  run: ({ services }) => removal(() => services(TestProductsService).remove()),
});

export const demoRemove = operation({
  name: 'demo remove',
  operationId: 'demo-shop-remove',
  summary: 'take the demo shop away; its account is barred',
  permission: 'catalog.import',
  route: 'DELETE demo-shop',
  kind: 'outside',
  answer: REMOVED.type,
  run: ({ services }) => removal(() => services(DemoShopService).remove()),
});

export const BUILT_IN_OPERATIONS = [testingAdd, testingRemove, demoRemove];
