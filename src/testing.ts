/** What the tests of an extension need; see docs/extending.md. */
export {
  startTestShop,
  TestShop,
  type TestAccount,
  type TestAnswer,
  type TestCommand,
  type TestShopOptions,
} from './start/testing/test-shop.js';
export type { AccountRow, CategoryRow, ProductRow } from './start/testing/shop-rows.js';
export {
  HANDLER_CASES,
  type HandlerCase,
  type HandlerSubject,
} from './fulfillment/handlers/handler-cases.js';
