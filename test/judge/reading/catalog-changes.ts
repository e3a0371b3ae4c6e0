import { plain } from '../decimals.js';
import type { ListingAction } from '../models/listing.js';
import type { PriceAction } from '../models/price.js';
import { fieldsOf, listOf, numberOf, textOf, type Fields } from './json.js';
import { matched, type OperatorCall } from './operator-calls.js';

export const ALL = '*';

/** A change of the catalog by an operator. */
export interface CatalogChange {
  readonly call: OperatorCall;
  readonly product: string;
  readonly account: number | typeof ALL;
  readonly price?: PriceAction;
  readonly listing?: ListingAction;
}

type Target = Pick<CatalogChange, 'product' | 'account'>;

const UNKNOWN = { price: { kind: 'unknown' }, listing: { kind: 'unknown' } } as const;
const EVERYTHING: Target = { product: ALL, account: ALL };

/** What operators have changed that resellers see. What cannot be followed makes the products unknown that it may concern. */
export function catalogChanges(calls: readonly OperatorCall[]): readonly CatalogChange[] {
  return calls
    .filter(({ method }) => method !== 'GET')
    .flatMap((call) => changesBy(call).map((change) => ({ ...change, call })));
}

type Change = Omit<CatalogChange, 'call'>;

function changesBy(call: OperatorCall): Change[] {
  const { body, json, method } = call;
  const [priced] = matched(call, 'PUT', 'products/*/price') ?? [];
  if (priced !== undefined) return [{ product: priced, account: ALL, price: base(body.price) }];
  const [changed] = matched(call, 'PATCH', 'products/*') ?? [];
  if (changed !== undefined) return productChanges({ product: changed, account: ALL }, body);
  if (matched(call, 'POST', 'products')) return newProduct(textOf(json.id), body);
  if (matched(call, 'PUT', 'visibility-rules')) return [visibility(body, body.visible === true)];
  if (matched(call, 'DELETE', 'visibility-rules')) return [visibility(queryOf(call), undefined)];
  if (matched(call, 'PUT', 'price-rules')) return [priceRule(body)];
  if (matched(call, 'DELETE', 'price-rules')) return [priceRule(queryOf(call))];
  if (matched(call, 'POST', 'base-prices')) return basePrices(call);
  const [account] = matched(call, 'PATCH', 'accounts/*') ?? [];
  if (account !== undefined) return accountChanges(Number(account), body);
  const isMoved = matched(call, 'PATCH', 'categories/*') && body.parent_id !== undefined;
  const isImport = call.parts[0] === 'catalog-imports' && call.parts[2] === 'apply';
  const isOther = ['test-products', 'demo-shop'].includes(call.parts[0] ?? '') && method !== 'GET';
  return isMoved === true || isImport || isOther ? [{ ...EVERYTHING, ...UNKNOWN }] : [];
}

function base(price: unknown): PriceAction {
  const text = plain(textOf(price) ?? '');
  return text === undefined ? { kind: 'unknown' } : { kind: 'base', price: text };
}

function productChanges(target: Target, body: Fields): Change[] {
  const { available, deleted, category_id: category } = body;
  const changes: Change[] = [];
  if (typeof available === 'boolean') {
    changes.push({ ...target, listing: { kind: 'available', isAvailable: available } });
  }
  if (typeof deleted === 'boolean') {
    changes.push({ ...target, listing: { kind: 'deleted', isDeleted: deleted } });
  }
  if (category !== undefined) changes.push({ ...target, ...UNKNOWN });
  return changes;
}

function newProduct(id: string | undefined, body: Fields): Change[] {
  if (id === undefined) return [];
  const target = { product: id, account: ALL } as const;
  const { price, available = true } = body;
  return [
    { ...target, price: base(price) },
    ...productChanges(target, { available, deleted: false }),
  ];
}

/** A rule of a group, or of a category, concerns what the history does not tell. */
function targetOf(rule: Fields): { readonly target: Target; readonly isKnown: boolean } {
  const product = textOf(rule.product_id);
  const account = numberOf(rule.account_id);
  const isKnown = product !== undefined && rule.group_id === undefined;
  return { target: { product: product ?? ALL, account: account ?? ALL }, isKnown };
}

function visibility(rule: Fields, isVisible: boolean | undefined): Change {
  const { target, isKnown } = targetOf(rule);
  if (!isKnown) return { ...target, listing: { kind: 'unknown' } };
  const whose = target.account === ALL ? 'everyone' : 'account';
  return { ...target, listing: { kind: 'visible', whose, isVisible } };
}

function priceRule(rule: Fields): Change {
  const { target, isKnown } = targetOf(rule);
  if (!isKnown || target.account === ALL) return { ...target, price: { kind: 'unknown' } };
  const fixed = plain(textOf(rule.fixed_price) ?? '');
  if (fixed !== undefined) {
    return { ...target, price: { kind: 'rule', rule: { kind: 'fixed', price: fixed } } };
  }
  const percentage = textOf(rule.percentage);
  const kind = percentage === undefined ? { kind: 'none' } : { kind: 'percentage', percentage };
  return { ...target, price: { kind: 'rule', rule: kind as { readonly kind: 'none' } } };
}

function queryOf({ query }: OperatorCall): Fields {
  return Object.fromEntries(query);
}

/** Its answer tells the first hundred prices. */
function basePrices({ body, json, endMs }: OperatorCall): Change[] {
  if (body.dry_run === true) return [];
  const product = textOf(body.product_id) ?? ALL;
  const unknown: Change = { product, account: ALL, price: { kind: 'unknown' } };
  const items = listOf(json.items).map(fieldsOf);
  const isToldWhole = numberOf(json.count) === items.length;
  if (endMs === Infinity || !isToldWhole) return [unknown];
  return items.map(({ product_id: id, after }) => ({
    product: textOf(id) ?? '',
    account: ALL,
    price: base(after),
  }));
}

function accountChanges(account: number, body: Fields): Change[] {
  const concerned = ['group_id', 'show_unavailable', 'testing'].filter((name) => name in body);
  return concerned.length === 0 ? [] : [{ product: ALL, account, ...UNKNOWN }];
}
