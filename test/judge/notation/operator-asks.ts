import type { Asked } from './history-lines.js';

type Words = readonly string[];

/** What an operator asks for, such as `accept o1 CODE #1`; the word with `#` is its idempotency key. */
export function operatorAsk(words: Words): Asked {
  const key = words.find((word) => word.startsWith('#'));
  const [what = '', ...rest] = words.filter((word) => word !== key);
  const ask = ASKS[what];
  if (!ask) throw new Error(`no operator asks for ${what}`);
  const { request, body } = ask(rest);
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return { request: { ...request, headers }, body };
}

const NOTHING = (): object => ({});

const ASKS: Readonly<Record<string, (words: Words) => Asked>> = {
  accept: ([order = '', ...codes]) => ({
    request: post(`orders/${order}/accept`, codes.length > 0 ? { codes } : {}),
    body: () => ({ order_id: order, status: 'accept' }),
  }),
  reject: ([order = '']) => ({
    request: post(`orders/${order}/reject`, { reason: 'no' }),
    body: () => ({ order_id: order, status: 'reject' }),
  }),
  /** `add-codes o1 C3 -> COUNT` */
  'add-codes': ([order = '', ...codes]) => ({
    request: post(`orders/${order}/codes`, { codes }),
    body: ([count]) => ({ order_id: order, codes: count === undefined ? count : Number(count) }),
  }),
  /** `accept-all o1=C1,C2 o2 -> 200 409`; an order without codes gets those of a stock */
  'accept-all': (rows) => ({
    request: post('orders/accept', { items: rows.map(acceptedRow) }),
    body: (outcomes) => ({
      items: rows.map((row, index) => ({
        order_id: acceptedRow(row).order_id,
        status: Number(outcomes[index]),
      })),
    }),
  }),
  /** `reject-all o1 o2 -> 200 409` */
  'reject-all': (orders) => ({
    request: post('orders/reject', { order_ids: orders, reason: 'no' }),
    body: (outcomes) => ({
      items: orders.map((id, index) => ({ order_id: id, status: Number(outcomes[index]) })),
    }),
  }),
  /** `reverse o1 2 ref-a -> REFUNDED BALANCE` */
  reverse: ([order = '', amount, reference]) => ({
    request: post(`orders/${order}/reversals`, { amount, reason: 'broken', reference }),
    body: ([refunded, balance]) => ({ order_id: order, amount, refunded, balance, reference }),
  }),
  /** `deposit 1 100 ref-a -> BALANCE CREDIT` */
  deposit: ([account = '', amount, reference]) => ({
    request: post(`accounts/${account}/deposits`, { amount, reference }),
    body: ([balance, credit]) => ({ balance, credit_limit: credit }),
  }),
  adjust: ([account = '', amount, reference]) => ({
    request: post(`accounts/${account}/adjustments`, { amount, reference, reason: 'wrong' }),
    body: ([balance, credit]) => ({ balance, credit_limit: credit }),
  }),
  credit: ([account = '', limit]) => ({
    request: sent('PUT', `accounts/${account}/credit-limit`, { credit_limit: limit }),
    body: NOTHING,
  }),
  balance: ([account = '']) => ({
    request: sent('GET', `accounts/${account}/balance`),
    body: ([balance, credit]) => ({ balance, credit_limit: credit }),
  }),
  price: ([product = '', price]) => ({
    request: sent('PUT', `products/${product}/price`, { price }),
    body: NOTHING,
  }),
  /** `price-for 1 7 4.5` is a fixed price, `price-for 1 7 10%` a percentage on the base price */
  'price-for': ([account, product, price = '']) => ({
    request: sent('PUT', 'price-rules', {
      account_id: Number(account),
      product_id: Number(product),
      ...(price.endsWith('%') ? { percentage: price.slice(0, -1) } : { fixed_price: price }),
    }),
    body: NOTHING,
  }),
  'no-price-for': ([account = '', product = '']) => ({
    request: sent('DELETE', `price-rules?account_id=${account}&product_id=${product}`),
    body: NOTHING,
  }),
  switch: ([product = '', state]) => ({
    request: sent('PATCH', `products/${product}`, { available: state === 'on' }),
    body: NOTHING,
  }),
  delete: ([product = '']) => ({
    request: sent('PATCH', `products/${product}`, { deleted: true }),
    body: NOTHING,
  }),
  hide: ([product, account]) => ({
    request: sent('PUT', 'visibility-rules', rule(product, account, false)),
    body: NOTHING,
  }),
  show: ([product, account]) => ({
    request: sent('PUT', 'visibility-rules', rule(product, account, true)),
    body: NOTHING,
  }),
  maintenance: ([closed]) => ({ request: sent('PUT', 'maintenance', { closed }), body: NOTHING }),
  suspend: ([account = '', only]) => ({
    request: post(`accounts/${account}/suspend`, { orders_only: only === 'orders' }),
    body: NOTHING,
  }),
  resume: ([account = '']) => ({ request: post(`accounts/${account}/resume`, {}), body: NOTHING }),
  /** `issue 1 -> t2` makes the token of `ann/t2` */
  issue: ([account = '']) => ({
    request: post(`accounts/${account}/tokens`, {}),
    body: ([token = '']) => ({ token: `token-ann/${token}` }),
  }),
  revoke: ([token = '']) => ({ request: post(`tokens/${token}/revoke`, {}), body: NOTHING }),
  cap: ([token = '', cap]) => ({
    request: sent('PATCH', `tokens/${token}`, { daily_cap: cap === 'none' ? null : cap }),
    body: NOTHING,
  }),
};

function acceptedRow(row: string): { readonly order_id: string; readonly codes?: string[] } {
  const [order = '', codes] = row.split('=');
  return {
    order_id: order,
    ...(codes === undefined ? { stock: 'a' } : { codes: codes.split(',') }),
  };
}

function rule(product: string | undefined, account: string | undefined, visible: boolean): object {
  const whose = account === undefined ? {} : { account_id: Number(account) };
  return { product_id: Number(product), ...whose, visible };
}

function post(path: string, body: object): Asked['request'] {
  return sent('POST', path, body);
}

function sent(method: string, path: string, body?: object): Asked['request'] {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return { method, path: `/admin/api/v1/${path}`, headers: {}, body: text };
}
