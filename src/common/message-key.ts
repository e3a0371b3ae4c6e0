/** The values of each sentence that pages say in the language of their reader, by its key. */
export interface MessageValues {
  /** Fields of requests and forms, by what they take. */
  'field.text': { readonly min: number; readonly max: number };
  'field.money': { readonly signed: boolean; readonly decimals: number };
  'field.percentage': object;
  'field.integer': { readonly min: number; readonly max: number };
  'field.flag': object;
  'field.word': { readonly words: string };
  'field.time': { readonly toCome: boolean };
  'field.range': object;
  'field.list': { readonly min: number; readonly max: number };
  'account.name-missing': object;
  'account.owes-more': object;
  'account.suspension-unknown': object;
  'request-forms.suspended': { readonly accounts: string };
  'audit.not-taken-back': object;
  'audit.categories-moved': object;
  'group.name-missing': object;
  'group.exists': { readonly name: string };
  'group.has-accounts': object;
  'balance.too-low': { readonly spendable: string };
  'balance.too-large': object;
  'balance.reference-used': { readonly reference: string };
  'balance.reason-missing': object;
  'order.closed': { readonly order: string };
  'order.reason-missing': object;
  'order.code-empty': object;
  'codes.not-open': object;
  'codes.used': object;
  'codes.too-many': { readonly most: string };
  'codes.other-count': { readonly codes: string; readonly quantity: string };
  'codes.column': { readonly lines: string };
  'reversal.amount-missing': object;
  'reversal.test-order': object;
  'reversal.waiting': object;
  'reversal.rejected': object;
  'reversal.free': object;
  'reversal.complete': object;
  'reversal.too-much': { readonly left: string };
  'rule.price-missing': object;
  'prices.target-missing': object;
  'item.name-missing': object;
  'category.inside-itself': object;
  'category.too-deep': { readonly levels: number };
  'stock.name': object;
  'stock.line': { readonly line: number; readonly characters: number };
  'supplier.name': object;
  'supplier.exists': { readonly name: string };
  'supplier.delivers': { readonly products: number };
  'supplier.waited-for': { readonly orders: number };
  'supplier.purchases-open': { readonly purchases: number };
  'supplier.in-books': object;
  'address.not-http': object;
  'address.with-password': object;
  'mail.address': object;
  'mail.host': object;
  'mail.none': object;
  'recipient.name': object;
  'recipient.too-many': { readonly most: number };
  'recipient.exists': { readonly name: string };
  'message.not-arrived': { readonly reason: string };
  'operator.name': object;
  'operator.exists': { readonly name: string };
  'operator.has-password': object;
  'operator.disabled': object;
  'operator.last-owner': { readonly name: string };
  'form.changed': object;
  'form.sent-before': object;
  'form.box-unticked': object;
  'field.characters': object;
  'product.quantities': { readonly reason: string };
  'product.fields': { readonly reason: string };
  'product.field-order': object;
  'product.image': { readonly reason: string };
  'costs.file': { readonly reason: string; readonly lines: string };
  'permission.missing': { readonly permission: string };
  'form.done-before': object;
  'form.nothing': object;
  'field.file': object;
  'backups.none': object;
  'secret-key.missing': object;
  'shop.unavailable': object;
  'product.unknown': { readonly ids: string };
  'category.unknown': { readonly id: number };
  'stock.unknown': { readonly name: string };
  'stock.empty': object;
  'stock.hash-unknown': { readonly hash: string };
  'stock.key-missing': object;
  'supplier.unknown': { readonly name: string };
  'address.private': object;
  'supplier.token': object;
  'supplier.token-again': object;
  'orders.repeated-code': { readonly id: string };
  'supplier.markups': object;
  'supplier.picks': object;
  'supplier.this-shop': object;
  'supplier.not-read': { readonly reason: string };
  'supplier.fewer-products': { readonly kept: number; readonly listed: number };
  'mail.host-and-sender': object;
  'rule.whom-missing': object;
  'rule.fixed-for-product': object;
  'rule.one-of-both': object;
  'prices.rounded-to-zero': object;
  'prices.too-long': object;
  'unusual.changes': {
    readonly count: number;
    readonly percent: number;
    readonly price: number;
    readonly belowCost: number;
    readonly vanishes: number;
  };
  'import.reading': object;
  'import.comparing': object;
  'import.interrupted': object;
  'import.refused': object;
  'import.applying': object;
  'import.applied': object;
  'import.compared-again': object;
  'import.not-read': object;
  'import.catalog-changed': object;
  'import.forgotten': object;
  'import.too-many': { readonly most: number };
  'import.busy': object;
  'import.too-large': object;
  'delivery.too-many': { readonly most: number };
  'delivery.manual-last': object;
  'delivery.setting': object;
  'extension.delivers': { readonly count: number; readonly products: string };
  'test-products.there': object;
  'test-products.none': object;
  'demo-shop.none': object;
  'books.being-checked': object;
  'books.wrong': object;
  'books.changed': object;
  'ledger.verifying': object;
  'session.ended': object;
  'two-factor.on': object;
  'two-factor.changed': object;
  'two-factor.required': object;
  'operator-token.role': object;
  'operator-token.permission': { readonly permission: string };
  'password.too-long': { readonly most: number };
  'password.broken': object;
  'password.too-short': { readonly least: number };
  'password.too-simple': { readonly least: number };
  'password.has-name': object;
  'order.repeated': { readonly order: string; readonly other: string | null };
  'order.repeats-changed': { readonly order: string; readonly others: string };
  'order.nothing-held': { readonly order: string };
  'order.being-bought': { readonly order: string; readonly supplier: string };
  'purchase.none': { readonly order: string };
  'purchase.not-forgotten': { readonly order: string };
  'purchase.known-again': { readonly supplier: string };
  'purchase.no-answer': { readonly supplier: string };
  'purchase.in-transit': { readonly supplier: string };
  'purchase.too-often': { readonly most: number };
  'report.period': object;
  'report.too-many-days': { readonly most: number };
  'report.too-many-orders': object;
}

/**
 * Names a sentence, for those who say it in another language. The English sentence beside it is the one of the APIs and of
 * the command line.
 */
export interface MessageKey {
  readonly key: string;
  /** Those of the key in `MessageValues`. */
  readonly values: object;
}

/** A sentence with these values. */
export function messageKey<Key extends keyof MessageValues>(
  key: Key,
  values: MessageValues[Key],
): MessageKey {
  return { key, values };
}
