/** The orders that wait now. */
export interface WaitingNow {
  /** At most one more than are counted. */
  readonly count: number;
  /** The id of the one that was placed first, test orders left out; null if none waits. */
  readonly oldestOrder: string | null;
  readonly oldestAt: Date | null;
}

/** A supplier that the operator should look after. */
export interface SupplierTrouble {
  readonly name: string;
  /** Why its last probe failed; empty if it succeeded. */
  readonly probeError: string;
  /** Why the last sync of its catalog failed; empty if it succeeded. */
  readonly syncError: string;
  /** Unusual changes that the last sync has held back. */
  readonly held: number;
  /** USD that we have left there; null if it is enough, or the reader may not see it. */
  readonly lowBalance: string | null;
}

/** A purchase of an order that was closed by hand, which the supplier has delivered, or may still deliver. */
export interface UnneededPurchaseRow {
  readonly orderId: string;
  readonly supplier: string;
  /** The id of the supplier's order; null if the supplier has not confirmed one. */
  readonly supplierOrder: string | null;
  readonly bought: boolean;
  /** USD; null if it is unknown, or the reader may not see costs. */
  readonly cost: string | null;
}

/** A waiting order that its supplier had accepted, and does not know any more. */
export interface ForgottenPurchaseRow {
  readonly orderId: string;
  readonly supplier: string;
  readonly forgottenAt: Date;
}

/** An account whose orders are halted because its books do not agree. */
export interface HaltedAccount {
  readonly accountId: number;
  readonly name: string;
  readonly haltedAt: Date;
  readonly reason: string;
}

/** An account that an operator has suspended, be it for orders alone. */
export interface SuspendedAccount {
  readonly accountId: number;
  readonly name: string;
}

/** A stock whose codes are held back, since a failover may have lost the orders of some. */
export interface LostStock {
  readonly stock: string;
  /** Codes that were sold between these times may be in stock again. */
  readonly lostFrom: Date;
  readonly lostUntil: Date;
}

/** A stock of codes that runs low, or is empty although a product is delivered from it. */
export interface LowStock {
  readonly stock: string;
  /** Codes that can be sold. */
  readonly free: number;
  /** Fewer free codes than this are worth a warning; 0 if there is no warning. */
  readonly lowStock: number;
}

/** What a new shop has done already, without what belongs to the demo shop. */
export interface FirstSteps {
  readonly reseller: boolean;
  /** A product with a price. */
  readonly price: boolean;
  readonly token: boolean;
  readonly deposit: boolean;
  readonly order: boolean;
  /** Somebody is notified of what needs a hand. */
  readonly notices: boolean;
  /** An owner signs in by a second factor. */
  readonly secondFactor: boolean;
}
