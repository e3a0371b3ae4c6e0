import type { Type } from '@nestjs/common';
import type { AnyOperation } from '../../operations/operation.js';
import type { ShopUse } from './shop-use.js';
import { accountCreate, accountSet } from '../../operations/accounts/account.operations.js';
import { balanceAdjust, balanceDeposit } from '../../operations/accounts/balance.operations.js';
import { tokenIssue, tokenRevoke } from '../../operations/accounts/token.operations.js';
import { productPrice } from '../../operations/catalog/product.operations.js';
import { visibilityClear, visibilitySet } from '../../operations/catalog/rule.operations.js';
import { orderAddCodes } from '../../operations/orders/code.operations.js';
import { operatorsNotify } from './operators-notify.js';
import { orderAskHandlerAgain } from './order-ask-again.js';
import {
  orderAccept,
  orderReject,
  orderReverse,
} from '../../operations/orders/order.operations.js';

const METHODS = {
  'balance.deposit': balanceDeposit,
  'balance.adjust': balanceAdjust,
  'orders.accept': orderAccept,
  'orders.addCodes': orderAddCodes,
  'orders.askAgain': orderAskHandlerAgain,
  'orders.reject': orderReject,
  'orders.reverse': orderReverse,
  'accounts.create': accountCreate,
  'accounts.set': accountSet,
  'tokens.issue': tokenIssue,
  'tokens.revoke': tokenRevoke,
  'operators.notify': operatorsNotify,
  'products.setPrice': productPrice,
  'visibility.set': visibilitySet,
  'visibility.clear': visibilityClear,
} satisfies Record<ShopUse, object>;

/** What a method of `Shop` answers. */
export type AnswerOf<Use extends ShopUse> = (typeof METHODS)[Use] extends {
  readonly answer: Type<infer Answer>;
}
  ? Answer
  : never;

/** The operation of each method of `Shop`, whose types say what it takes. */
export const operationOf = (use: ShopUse): AnyOperation => METHODS[use];
