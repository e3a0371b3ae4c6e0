import type {
  AccountChangeDto,
  NewAccountDto,
} from '../../operations/accounts/account.operations.js';
import type { AdjustmentDto, DepositDto } from '../../operations/accounts/balance.operations.js';
import type { NewAccountTokenDto } from '../../operations/accounts/token.operations.js';
import type { PriceDto } from '../../operations/catalog/product.operations.js';
import type { RuleKeyDto, VisibilityDto } from '../../operations/catalog/rule.operations.js';
import type { AddCodesDto } from '../../operations/orders/code.operations.js';
import type {
  AcceptDto,
  NewReversalDto,
  RejectDto,
} from '../../operations/orders/order.operations.js';
import type { NotifyDto } from './operators-notify.js';

/** USD, as decimal texts. */
export interface AccountBalance {
  readonly balance: string;
  readonly credit_limit: string;
  /** Balance and credit limit together. */
  readonly spendable: string;
}

/** How an order was closed. */
export interface OrderDecision {
  readonly order_id: string;
  readonly status: 'accept' | 'reject' | 'wait';
  readonly decided_by: string;
}

/** An accepted order that was paid back, or a part of it. USD, as decimal texts. */
export interface OrderReversed {
  readonly order_id: string;
  readonly account_id: number;
  /** What was paid back now. */
  readonly amount: string;
  /** What was paid back in all. */
  readonly refunded: string;
  /** Of the account, afterwards. */
  readonly balance: string;
  readonly reference: string;
}

/** A token that was issued. */
export interface TokenIssued {
  readonly id: number;
  readonly account_id: number;
  /** In the first answer alone, since it is not stored; if it was lost, revoke it and issue another one. */
  readonly token?: string;
}

/** What an extension does in the shop; each call is executed once under its key. */
export interface ShopMethods {
  readonly balance: {
    /** Adds money to an account. */
    deposit(accountId: number, input: DepositDto, key: string): Promise<AccountBalance>;
    /** Corrects a balance, up or down, within the credit limit. */
    adjust(accountId: number, input: AdjustmentDto, key: string): Promise<AccountBalance>;
  };
  readonly orders: {
    /** Delivers a waiting order. */
    accept(orderId: string, input: AcceptDto, key: string): Promise<OrderDecision>;
    /** Adds codes to an accepted order. */
    addCodes(
      orderId: string,
      input: AddCodesDto,
      key: string,
    ): Promise<{ readonly order_id: string; readonly codes: number }>;
    /** Has the handler of a waiting order asked now, such as when a supplier calls back. */
    askAgain(orderId: string, key: string): Promise<{ readonly order_id: string }>;
    /** Refuses a waiting order, and gives its money back. */
    reject(orderId: string, input: RejectDto, key: string): Promise<OrderDecision>;
    /** Pays an accepted order back, or a part of it. */
    reverse(orderId: string, input: NewReversalDto, key: string): Promise<OrderReversed>;
  };
  readonly accounts: {
    create(input: NewAccountDto, key: string): Promise<{ readonly id: number }>;
    set(accountId: number, input: AccountChangeDto, key: string): Promise<{ readonly id: number }>;
  };
  readonly tokens: {
    issue(accountId: number, input: NewAccountTokenDto, key: string): Promise<TokenIssued>;
    revoke(tokenId: number, key: string): Promise<{ readonly id: number }>;
  };
  readonly operators: {
    /** Tells the recipients of the topic `extension.message`, by webhook or mail. @returns how many there are */
    notify(input: NotifyDto, key: string): Promise<{ readonly recipients: number }>;
  };
  readonly products: {
    /** Sets the base price, USD a unit. */
    setPrice(
      productId: number,
      input: PriceDto,
      key: string,
    ): Promise<{ readonly id: number; readonly price: string }>;
  };
  readonly visibility: {
    /** Shows or hides a category or product for an account, a group or everyone. */
    set(input: VisibilityDto, key: string): Promise<{ readonly visible: boolean }>;
    /** Takes such a rule back. */
    clear(input: RuleKeyDto, key: string): Promise<{ readonly visible: boolean }>;
  };
}

/** The same within a transaction, whose key is that of all calls. */
export type ShopInTransaction = {
  readonly [Group in keyof ShopMethods]: WithoutKeys<ShopMethods[Group]>;
};

type WithoutKeys<Methods> = {
  readonly [Name in keyof Methods]: Methods[Name] extends (
    ...given: [...infer Given, string]
  ) => infer Answer
    ? (...given: Given) => Answer
    : never;
};

/** What a transaction changes; all of it is locked before: orders first, then their accounts and the others, by id. */
export interface ShopLocks {
  /** By their ids, such as `ID_9fffb0d849a45215`. */
  readonly orders?: readonly string[];
  readonly accounts?: readonly number[];
  /** Whatever else `work` depends on, such as amounts: with another one the key is refused. */
  readonly input?: object;
}

/**
 * What an extension does in the shop, as operators do it. Inject it in the extension's own services and controllers, or take it
 * by `shop.get(Shop)`.
 *
 * Each method is one transaction with one entry in the audit, whose actor is `extension:` and the name. It must be declared
 * in `uses` of `defineExtension`. It may be called from routes, `start`, commands, and what listeners and handlers do outside
 * of a transaction; not from what decides for others and is called again and again: checks, policies, token sources, `concerns`,
 * `wouldDeliver` and `deliverInTransaction`.
 *
 * Each takes a key of 1 to 100 characters that is unique within the extension and kept for ever, such as the number of a
 * payment: called again with the same key and input it does nothing, and answers what it has answered the first time. So
 * repeat a call with its key until it has answered.
 *
 * All methods reject with an `OperatorError`, which says what to do, for what the shop refuses (unknown account, balance
 * below its limit, order that does not wait, another input under a key), and with another error when the database is not
 * there, or the owner's bound is reached for today: call again then. A call that was refused leaves its key free.
 */
export abstract class Shop implements ShopMethods {
  abstract readonly balance: ShopMethods['balance'];
  abstract readonly orders: ShopMethods['orders'];
  abstract readonly accounts: ShopMethods['accounts'];
  abstract readonly tokens: ShopMethods['tokens'];
  abstract readonly operators: ShopMethods['operators'];
  abstract readonly products: ShopMethods['products'];
  abstract readonly visibility: ShopMethods['visibility'];

  /**
   * Several calls in one transaction: all of them or none.
   * @param work calls the methods of its argument alone, and waits for each. It may run several times, after a deadlock, so it does nothing else.
   * @returns what `work` returns, which is stored under the key: of texts, numbers and the like, without secrets
   */
  abstract transaction<T extends object>(
    locks: ShopLocks,
    work: (shop: ShopInTransaction) => Promise<T>,
    key: string,
  ): Promise<T>;
}
