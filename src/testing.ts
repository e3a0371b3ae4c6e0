/** What the tests of an extension import from `souk/testing`; see docs/extending.md. */
export {
  TOKEN_SOURCE_CASES,
  type TokenSourceCase,
  type TokenSourceSubject,
} from './account/access/source/token-source-cases.js';
export {
  POLICY_CASES,
  type PolicyCase,
  type PolicySubject,
} from './catalog/policies/policy-cases.js';
export { shopEvent } from './events/shop-event.js';
export {
  LISTENER_CASES,
  type ListenerCase,
  type ListenerSubject,
} from './events/listener-cases.js';
export {
  accountEvent,
  ORDERED_LISTENER_CASES,
  type AccountEventContent,
  type OrderedListenerCase,
  type OrderedListenerSubject,
} from './events/ordered/ordered-listener-cases.js';
export {
  HANDLER_CASES,
  type HandlerCase,
  type HandlerSubject,
} from './fulfillment/handlers/handler-cases.js';
export { CHECK_CASES, type CheckCase, type CheckSubject } from './orders/checks/check-cases.js';
export type { AccountRow, CategoryRow, ProductRow } from './start/testing/shop-rows.js';
export {
  startTestShop,
  TestShop,
  type TestAccount,
  type TestAnswer,
  type TestCommand,
  type TestShopOptions,
} from './start/testing/test-shop.js';
