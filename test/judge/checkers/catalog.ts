import { plain, usd, usdText } from '../decimals.js';
import { listingModel, type Listed, type ListingAction } from '../models/listing.js';
import { priceModel, type PriceAction } from '../models/price.js';
import { catalogReads, type CatalogRead } from '../reading/catalog-answers.js';
import { ALL, catalogChanges } from '../reading/catalog-changes.js';
import type { ClientCall } from '../reading/client-calls.js';
import { fieldsOf, textOf } from '../reading/json.js';
import type { OperatorCall } from '../reading/operator-calls.js';
import type { OrderRecord } from '../reading/order-record.js';
import { SeenPrices } from '../reading/seen-prices.js';
import { momentOf, textOfCall } from '../reading/sightings.js';
import { wishOf } from '../reading/wishes.js';
import type { Operation } from '../search/operation.js';
import type { Tally } from '../tally.js';
import { Registers } from './registers.js';
import { mayBeOld } from './staleness.js';

const PRICE_ABOVE_LIMIT = 118;

/** Refusals that come after the product was found, and could be ordered. */
const AFTER_PRODUCT: ReadonlySet<number> = new Set([100, 105, 106, 107, 112, 113, 118, 119]);

/** What the checker of the catalog reads. */
export interface CatalogSources {
  readonly clients: readonly ClientCall[];
  readonly operators: readonly OperatorCall[];
  readonly records: readonly OrderRecord[];
}

/** Judges price and visibility of each product for each account. @returns the prices that were seen */
export function judgeCatalog(
  { clients, operators, records }: CatalogSources,
  tally: Tally,
): SeenPrices {
  const changes = catalogChanges(operators);
  const reads = catalogReads(clients);
  const products = new Set([
    ...reads.flatMap((read) => [...read.products.keys(), ...read.asked]),
    ...changes.map(({ product }) => product),
    ...records.flatMap(({ product }) => product ?? []),
  ]);
  products.delete(ALL);
  const prices = new Registers(priceModel, (change) => change.price, changes);
  const listings = new Registers(listingModel, (change) => change.listing, changes);
  for (const read of reads) addRead(read, products, prices, listings);
  for (const record of records) addOrder(record, prices, listings);
  for (const call of clients) {
    addRefusal(call, listings);
    addQuote(call, prices);
  }
  prices.judge('catalog price', tally);
  listings.judge('catalog listing', tally);
  return new SeenPrices(reads, changes, records);
}

function addRead(
  { moment, accountId, products: listed, isWhole, asked, text }: CatalogRead,
  products: ReadonlySet<string>,
  prices: Registers<PriceAction>,
  listings: Registers<ListingAction>,
): void {
  const missing = new Set([...(isWhole ? products : []), ...asked]);
  for (const [product, { price, isAvailable }] of listed) {
    missing.delete(product);
    const among: Listed[] = [isAvailable ? 'orderable' : 'unavailable'];
    listings.add(accountId, product, mayBeOld(seen(moment, among, text)));
    if (price === undefined) continue;
    const action = { kind: 'shown', price } as const;
    const shownText = `price ${price}: ${text}`;
    prices.add(accountId, product, mayBeOld({ ...moment, action, text: shownText }));
  }
  for (const product of missing) {
    listings.add(accountId, product, mayBeOld(seen(moment, ['unavailable', 'missing'], text)));
  }
}

/** An order stands at a price, and its product could be ordered, at one moment between its start and its end. */
function addOrder(
  record: OrderRecord,
  prices: Registers<PriceAction>,
  listings: Registers<ListingAction>,
): void {
  const { accountId, product, key, placedFromMs: startMs, shownMs: endMs } = record;
  if (!record.isShown || product === undefined || startMs === Infinity) return;
  const moment = { client: `account ${accountId}`, instance: 'the shop', startMs, endMs };
  const text = `the order under ${key} is placed`;
  listings.add(accountId, product, seen(moment, ['orderable'], text));
  const { total, quantity, unitPrice } = record;
  if (total === undefined || quantity === undefined) return;
  const action = { kind: 'charged', total, quantity, unitPrice } as const;
  const cost = `${quantity} for ${usdText(total)}${unitPrice === undefined ? '' : ` at ${unitPrice}`}`;
  prices.add(accountId, product, { ...moment, action, text: `${text}: ${cost}` });
}

function addRefusal(call: ClientCall, listings: Registers<ListingAction>): void {
  const { route, pathId, code, accountId } = call;
  const isQuote = route === 'quote';
  if (pathId === undefined || (!isQuote && route !== 'newOrder')) return;
  const among = isQuote && call.isOk ? (['orderable'] as const) : code && listedBy(code);
  if (!among) return;
  const read = seen(momentOf(call), among, textOfCall(call));
  listings.add(accountId, pathId, isQuote ? mayBeOld(read) : read);
}

/** A quote tells a price as a catalog does; 118 tells that the price was above a limit. */
function addQuote(call: ClientCall, prices: Registers<PriceAction>): void {
  const { route, pathId: product, code, accountId } = call;
  const { limit, quantity } = wishOf(call);
  if (product === undefined || (route !== 'quote' && route !== 'newOrder')) return;
  const text = textOfCall(call);
  if (code === PRICE_ABOVE_LIMIT && limit !== undefined && quantity !== undefined) {
    const read = { ...momentOf(call), action: { kind: 'above', limit, quantity }, text } as const;
    prices.add(accountId, product, route === 'quote' ? mayBeOld(read) : read);
  }
  if (route !== 'quote' || !call.isOk) return;
  const data = fieldsOf(fieldsOf(call.json).data);
  const [total, unitPrice] = [usd(textOf(data.price) ?? ''), plain(textOf(data.unit_price) ?? '')];
  if (total === undefined || unitPrice === undefined || quantity === undefined) return;
  const action = { kind: 'charged', total, quantity, unitPrice } as const;
  prices.add(accountId, product, mayBeOld({ ...momentOf(call), action, text }));
}

function listedBy(code: number): readonly Listed[] | undefined {
  if (code === 109) return ['missing'];
  if (code === 110) return ['unavailable'];
  return AFTER_PRODUCT.has(code) || (code >= 600 && code < 700) ? ['orderable'] : undefined;
}

function seen(
  moment: Pick<Operation<unknown>, 'client' | 'instance' | 'startMs' | 'endMs'>,
  among: readonly Listed[],
  text: string,
): Operation<ListingAction> {
  return { ...moment, action: { kind: 'seen', among }, text: `${among.join(' or ')}: ${text}` };
}
