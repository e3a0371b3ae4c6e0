import { syncedCatalog, type CatalogState } from './catalog-sync.js';
import { systemClock, type Clock } from './clock.js';
import { memoryEtagCache, type EtagCache } from './etag-cache.js';
import { fileItems, fileParts, type FileFormat } from './files.js';
import { followed, type FollowedEvents, type FollowOptions } from './follow.js';
import { CHECKED, placeOrder, type OrderOptions } from './order.js';
import { quoteQuery, type OrderRequest } from './order-request.js';
import type { Order, OrderResult } from './order-result.js';
import { itemsOf } from './pages.js';
import { rotateToken, type RotateOptions } from './rotation.js';
import { Shop } from './shop.js';
import { Transport } from './transport.js';
import type {
  Catalog,
  CheckedOrder,
  Content,
  ListedOrder,
  Product,
  Profile,
  Query,
  StatementEntry,
  Success,
} from './types.js';
import { waitedFor, type WaitOptions } from './wait.js';

export interface SoukClientOptions {
  /** Of the shop, such as https://shop.example. */
  readonly baseUrl: string;
  readonly token: string;
  /** Where catalog answers are kept; `false` for nowhere. In memory if absent, and in a browser in its own cache. */
  readonly etags?: EtagCache | false;
  /** For one request; 20 seconds if absent. */
  readonly timeoutMs?: number;
  /** For a request that orders nothing, with all its repetitions; 2 minutes if absent. */
  readonly deadlineMs?: number;
  readonly fetch?: typeof fetch;
  readonly clock?: Clock;
  /** From 0 to 1, to spread repetitions. */
  readonly random?: () => number;
}

/** Of a request that orders nothing. */
export interface ReadOptions {
  /** Ends it at once, with all its repetitions; its reason is thrown. */
  readonly signal?: AbortSignal;
}

/** Which orders to list, in the words of the wire. */
export type OrdersFilter = Omit<Query<'orders'>, 'cursor' | 'format'>;
export type StatementFilter = Omit<Query<'statement'>, 'cursor' | 'format'>;

const USUAL_TIMEOUT_MS = 20_000;
const OF_CATALOG = { isCatalog: true, hasPrices: true } as const;
const PAGE_KEYS = ['data', 'next'] as const;
const ORDER_KEYS = ['order_id', 'order_uuid', 'status', 'price'] as const;
const ENTRY_KEYS = ['sequence', 'amount', 'entry_hash'] as const;

/** One account of one shop. */
export class SoukClient {
  private readonly shop: Shop;
  private readonly timeoutMs: number;
  private rotating: Promise<string> | undefined;

  constructor(options: SoukClientOptions) {
    this.timeoutMs = options.timeoutMs ?? USUAL_TIMEOUT_MS;
    this.shop = shopOf(options, this.timeoutMs);
  }

  /** The account and what it can spend. */
  profile(query: Query<'profile'> = {}, options: ReadOptions = {}): Promise<Profile> {
    const keys = ['id', 'balance'];
    return this.shop.get<'profile'>({ path: 'profile', query, keys, ...options });
  }

  /** Everything that the account sees: the nested tree, and flat lists. */
  catalog(options: ReadOptions = {}): Promise<Catalog> {
    const keys = ['flat_categories', 'products'];
    return this.shop.get<'catalog'>({ path: 'catalog', keys, ...OF_CATALOG, ...options });
  }

  /** All that the account sees, by id: everything at first, and what has changed since when a state is given. */
  syncCatalog(state?: CatalogState, options: ReadOptions = {}): Promise<CatalogState> {
    return syncedCatalog(this.shop, state, options.signal);
  }

  /** What is directly in a category; 0 is the root. */
  content(categoryId: number, options: ReadOptions = {}): Promise<Content> {
    const path = `content/${categoryId}`;
    const keys = ['categories', 'products'];
    return this.shop.get<'content'>({ path, keys, ...OF_CATALOG, ...options });
  }

  /** All products, or those with these ids; ids that are not found are left out, and none at all is code 109. */
  async products(ids?: readonly number[], options: ReadOptions = {}): Promise<Product[]> {
    if (ids?.length === 0) return [];
    const query = { products_id: ids && `[${ids.join()}]` };
    const found = await this.shop.get<'products'>({
      path: 'products',
      query,
      keys: 'list',
      ...OF_CATALOG,
      ...options,
    });
    return found.filter((product) => 'price' in product);
  }

  /** What `order` would answer now; it orders nothing. `unchecked` are rules that only an order can ask. */
  quote(request: OrderRequest, options: ReadOptions = {}): Promise<Success<'quote'>> {
    const query = quoteQuery(request);
    const path = `quote/${request.productId}/params`;
    const itemKeys = ['price', 'balance'];
    return this.shop.get<'quote'>({ path, query, keys: ['data'], itemKeys, ...options });
  }

  /**
   * Orders exactly once, or not at all. Every result is definite.
   * @throws UnknownOutcomeError, which holds the key, when the shop cannot be reached for long enough
   */
  order(request: OrderRequest, options: OrderOptions = {}): Promise<OrderResult> {
    return placeOrder(this.shop, request, options);
  }

  /** The state of up to 200 orders, by their ids or, with `by: 'uuid'`, their keys. Unknown ones are left out. */
  async check(
    orders: readonly string[],
    by: 'id' | 'uuid' = 'id',
    options: ReadOptions = {},
  ): Promise<CheckedOrder[]> {
    const query = { ...(by === 'uuid' && { uuid: '1' }), details: '1' };
    return (await this.checked(orders, query, options)).data;
  }

  /**
   * Asks for an order until it is accepted or rejected, or for as long as it is given time: then it still waits, as the
   * shop has told last.
   * @throws RefusedError, and the reason of the signal
   */
  waitFor(order: Order, options: WaitOptions = {}): Promise<Order> {
    return waitedFor(this.shop, order, options);
  }

  /** Gives keys up: each is reported with its order, or in `sealed`, and can never become an order then. */
  seal(uuids: readonly string[], options: ReadOptions = {}): Promise<Success<'check'>> {
    return this.checked(uuids, { uuid: '1', seal: '1' }, options);
  }

  /** All orders, newest first. */
  orders(
    filter: OrdersFilter = {},
    options: ReadOptions = {},
  ): AsyncGenerator<ListedOrder, void, undefined> {
    return itemsOf((cursor) =>
      this.shop.get<'orders'>({
        path: 'orders',
        query: { ...filter, cursor },
        keys: PAGE_KEYS,
        itemKeys: ORDER_KEYS,
        ...options,
      }),
    );
  }

  /**
   * What happens to the orders, as it happens, for as long as it is asked for; through failures of the network, too.
   * @throws RefusedError, and the reason of the signal
   */
  follow(options: FollowOptions = {}): AsyncGenerator<FollowedEvents, void, undefined> {
    return followed(this.shop, options, this.timeoutMs);
  }

  /** All movements of the balance, newest first. */
  statement(
    filter: StatementFilter = {},
    options: ReadOptions = {},
  ): AsyncGenerator<StatementEntry, void, undefined> {
    return itemsOf((cursor) =>
      this.shop.get<'statement'>({
        path: 'statement',
        query: { ...filter, cursor },
        keys: PAGE_KEYS,
        itemKeys: ENTRY_KEYS,
        ...options,
      }),
    );
  }

  /** All orders in one file. @throws CutFileError when it ends too early */
  ordersFile(
    format: FileFormat,
    filter: OrdersFilter = {},
    options: ReadOptions = {},
  ): AsyncGenerator<Uint8Array> {
    return fileParts(this.shop, format, { path: 'orders', query: filter, ...options });
  }

  /** All movements of the balance in one file. @throws CutFileError when it ends too early */
  statementFile(
    format: FileFormat,
    filter: StatementFilter = {},
    options: ReadOptions = {},
  ): AsyncGenerator<Uint8Array> {
    return fileParts(this.shop, format, { path: 'statement', query: filter, ...options });
  }

  /** All orders, read from one file: fewer requests than `orders`. @throws CutFileError */
  ordersFromFile(
    filter: OrdersFilter = {},
    options: ReadOptions = {},
  ): AsyncGenerator<ListedOrder, void, undefined> {
    return fileItems(this.ordersFile('jsonl', filter, options), ORDER_KEYS);
  }

  /** All movements of the balance, read from one file. @throws CutFileError */
  statementFromFile(
    filter: StatementFilter = {},
    options: ReadOptions = {},
  ): AsyncGenerator<StatementEntry, void, undefined> {
    return fileItems(this.statementFile('jsonl', filter, options), ENTRY_KEYS);
  }

  /** Replaces the token by a successor, which this client then uses; calls at a time share one. */
  rotate(options: RotateOptions): Promise<string> {
    this.rotating ??= rotateToken(this.shop, options).finally(() => {
      this.rotating = undefined;
    });
    return this.rotating;
  }

  private checked(
    orders: readonly string[],
    more: Omit<Query<'check'>, 'orders'>,
    options: ReadOptions,
  ): Promise<Success<'check'>> {
    const query = { ...more, orders: `[${orders.join()}]` };
    return this.shop.get<'check'>({ path: 'check', query, ...CHECKED, ...options });
  }
}

function shopOf(options: SoukClientOptions, timeoutMs: number): Shop {
  const { baseUrl, token, deadlineMs = 120_000 } = options;
  const { clock = systemClock, random = Math.random } = options;
  // Called without `this`, which browsers refuse for their own fetch.
  const ask = options.fetch ?? ((url, init) => fetch(url, init));
  const transport = new Transport({ baseUrl, fetch: ask, clock, timeoutMs });
  const etags = options.etags ?? (isBrowser() ? false : memoryEtagCache());
  return new Shop({ transport, token, clock, random, etags: etags || undefined, deadlineMs });
}

/** There, pages of other origins may not send If-None-Match, and the browser sends it by itself. */
function isBrowser(): boolean {
  return 'document' in globalThis || 'WorkerGlobalScope' in globalThis;
}
