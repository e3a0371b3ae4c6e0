import type { EntityManager } from 'typeorm';

/** The caller for whom is decided. */
export interface PolicyAudience {
  readonly accountId: number;
  /** The account's group; null for none. */
  readonly groupId: number | null;
  /** True if the account also sees products that are switched off. */
  readonly showUnavailable: boolean;
  /** True if the account sees testing categories. */
  readonly testing: boolean;
}

/** The product about which is decided. It is not deleted, and Souk's own rules show it. */
export interface PolicyProduct {
  readonly id: number;
  readonly name: string;
  /**
   * USD per unit as plain decimal text. For `shows` it is the price by Souk's own rules; for `price` it is the price so
   * far: the one that the policy before has answered.
   */
  readonly price: string;
  /** False if the product is switched off. */
  readonly available: boolean;
  /** The ids of the categories above it, nearest first. */
  readonly categoryIds: readonly number[];
}

/** The category about which is decided. It is not deleted, and Souk's own rules show it. */
export interface PolicyCategory {
  readonly id: number;
  readonly name: string;
  /** Null for a root category. */
  readonly parentId: number | null;
}

/**
 * A rule about who sees which products at which price. It holds on all catalog routes and in newOrder. Souk's own rules
 * come first, then the policies in the order in which they are listed: a product is shown if all of them show it, and
 * each policy gets the price that the one before has answered.
 *
 * `read` is the only method that may use the database. All others are pure: they use their arguments only, change none
 * of them, and answer the same for the same arguments. `time` is always the database's clock when the facts were read,
 * a whole number of milliseconds; a policy never asks for the time otherwise. From that time until `goodUntil` the
 * catalog in memory, rendered answers and orders are decided by the same facts and the same `time`.
 *
 * A change of the tables that `read` reads must raise the catalog revision, by a trigger with `note_policy_change()` or
 * by `note_products_changed(integer[])`. Otherwise it is seen only after the next change of the catalog.
 *
 * If a method throws, or `read` takes more than ten seconds, the request is answered 111. Faults are logged with the
 * names of extension and policy, each at most once a minute.
 *
 * The cases in `policy-cases.ts` hold a policy to all of this.
 */
export interface CatalogPolicy<Facts = unknown> {
  /** Lower-case letters, digits and hyphens; unique within the extension. */
  readonly name: string;

  /**
   * Reads the facts on which the policy decides. Called in the transaction in which the catalog is read: without
   * `productId` in a REPEATABLE READ transaction, once per instance after each change of the catalog and at each
   * `goodUntil`, possibly on a read replica; with `productId` by orders that are not placed in a batch, in the order's
   * own READ COMMITTED transaction. Then the facts about that product suffice: `shows` and `price` must decide about it
   * as with all facts. A statement that writes or locks rows fails. The facts may be anything; nobody
   * changes them.
   */
  read(manager: EntityManager, productId?: number): Promise<Facts>;

  /**
   * A text that is the same for two audiences, facts or times only if `shows`, `showsCategory` and `price` answer the
   * same about all products and categories. Rendered answers are shared by all accounts with the same digest, and
   * reused as long as it stays the same. So put the facts that decide into it, or a hash of them, and the account id
   * only if the answers differ by account. Called once for each account after the facts were read, before it is
   * answered from the catalog; not for orders.
   */
  digest(facts: Facts, audience: PolicyAudience, time: Date): string;

  /**
   * True if the audience sees the product. A hidden product is not listed, and an order of it is refused with 109.
   * Anything but true or false counts as false. Called for each product when a list is rendered, and for each order.
   */
  shows(facts: Facts, product: PolicyProduct, audience: PolicyAudience, time: Date): boolean;

  /**
   * True if the audience sees the category; a hidden one hides all below it. Answers about the category itself, not
   * about those above it. Anything but true or false counts as false. Called for each category when a list is rendered,
   * and for the categories above the product of an order. Left out, all categories are shown.
   */
  showsCategory?(
    facts: Facts,
    category: PolicyCategory,
    audience: PolicyAudience,
    time: Date,
  ): boolean;

  /**
   * The price for the audience: USD per unit as plain decimal text, zero or more, with at most 18 decimals and 20 digits
   * before the point; `product.price` to leave it. A product with any other answer is in no list, and an order of it is
   * refused with 110. Called for the products that all policies show, as often as `shows`.
   */
  price(facts: Facts, product: PolicyProduct, audience: PolicyAudience, time: Date): string;

  /**
   * The first moment, later than `time`, at which the same facts may decide otherwise; undefined if they never do. From
   * that moment on by the database's clock, on all instances, the facts are read anew before anything is answered.
   * Called once after each `read`. A Date holds whole milliseconds, so facts that are moments must be rounded down to
   * them: `shows` and `price` must already decide otherwise at that Date.
   */
  goodUntil(facts: Facts, time: Date): Date | undefined;
}
