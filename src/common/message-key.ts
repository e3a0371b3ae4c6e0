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
  'supplier.in-books': object;
  'address.not-http': object;
  'address.with-password': object;
  'mail.address': object;
  'mail.host': object;
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
