import type { Asked } from './history-lines.js';

type Words = readonly string[];

/** What a reseller's program asks for, such as `new k1 7 qty=2`. */
export function clientAsk([what = '', ...words]: Words): Asked {
  const ask = ASKS[what];
  if (!ask) throw new Error(`nobody asks for ${what}`);
  return ask(words);
}

const ASKS: Readonly<Record<string, (words: Words) => Asked>> = {
  /** `new k1 7 qty=2 -> o1 5 wait CODE` */
  new: ([key = '', product = '', ...more]) => ({
    request: get(`newOrder/${product}/params?${['order_uuid=' + key, ...more].join('&')}`),
    body: ([id, price, status, ...codes]) => ({
      status: 'OK',
      data: {
        ...checked([id ?? '', price ?? '', status ?? '', ...codes]),
        replay_api: replayOf(codes),
      },
    }),
  }),
  /** `check k1 k2 -> o1 5 accept CODE ; o2 5 wait` or `-> none` */
  check: (keys) => ({
    request: get(`check?uuid=1&details=1&orders=[${keys.join()}]`),
    body: (words) => ({ status: 'OK', data: itemsOf(words).map((item) => checked(item)) }),
  }),
  'check-id': (ids) => ({
    request: get(`check?orders=${ids.join()}`),
    body: (words) => ({ status: 'OK', data: itemsOf(words).map((item) => checked(item)) }),
  }),
  /** `seal k1 k2 -> o1 5 wait ; sealed k2`: orders as in `check`, and what was sealed; all keys where none is named */
  seal: (keys) => ({
    request: get(`check?uuid=1&seal=1&orders=${keys.join()}`),
    body: (words) => {
      const [sealed = [], orders = []] = [true, false].map((isSealed) =>
        itemsOf(words).filter(([first]) => (first === 'sealed') === isSealed),
      );
      return {
        status: 'OK',
        data: orders.map((item) => checked(item)),
        sealed: sealed.flatMap(([, ...named]) => (named.length > 0 ? named : keys)),
      };
    },
  }),
  /** `orders -> k1 o1 5 accept CODE ; k2 o2 5 wait`; `…` at its end is a page before the last one */
  orders: (more) => ({
    request: get(`orders?limit=500${more.map((one) => `&${one}`).join('')}`),
    body: (words) => ({
      status: 'OK',
      data: itemsOf(words.filter((word) => word !== '…')).map(([key, ...item]) => ({
        ...checked(item),
        order_uuid: key,
      })),
      next: words.includes('…') ? 'next' : null,
    }),
  }),
  profile: () => ({
    request: get('profile?details=1'),
    body: ([balance, last]) => ({
      status: 'OK',
      balance,
      ...(last !== undefined && { ledger_sequence: Number(last) }),
    }),
  }),
  /** `statement -> 2 debit -5 95 o1 k1 at=20:00 ; 1 deposit 100 100 ref=a`; `…` at its end is a page before the last one */
  statement: (more) => ({
    request: get(`statement?limit=500${more.map((one) => `&${one}`).join('')}`),
    body: (words) => ({
      status: 'OK',
      data: itemsOf(words.filter((word) => word !== '…')).map((item) => entry(item)),
      next: words.includes('…') ? 'next' : null,
    }),
  }),
  /** `products -> 7=5 8=2.5!`: the exclamation mark is for what is switched off */
  products: (ids) => ({
    request: get(ids.length > 0 ? `products?products_id=${ids.join()}` : 'products'),
    body: (words) => products(words),
  }),
  /** `changes CURSOR -> full NEXT 7=5` or `-> part NEXT 7=6 -8` */
  changes: ([since]) => ({
    request: get(since === undefined ? 'changes' : `changes?since=${since}`),
    body: ([kind, cursor, ...words]) => ({
      status: 'OK',
      full: kind === 'full',
      products: products(words.filter((word) => !word.startsWith('-'))),
      removed_products: words
        .filter((word) => word.startsWith('-'))
        .map((word) => Number(word.slice(1))),
      cursor,
    }),
  }),
  /** `quote 7 qty=2 -> BALANCE UNIT-PRICE TOTAL` */
  quote: ([product = '', ...more]) => ({
    request: get(`quote/${product}/params?${more.join('&')}`),
    body: ([balance, unit, price]) => ({
      status: 'OK',
      data: { balance, unit_price: unit, price },
    }),
  }),
  /** `integration -> ok`, which needs no token */
  integration: () => ({ request: get('integration'), body: () => ({ routes: [] }) }),
  /** `rotate -> t2` makes the token of `ann/t2` */
  rotate: () => ({
    request: { method: 'POST', path: '/client/api/tokens/rotate', headers: {}, body: undefined },
    body: ([token]) => ({ status: 'OK', token: `token-ann/${token ?? ''}` }),
  }),
};

function get(path: string): Asked['request'] {
  return { method: 'GET', path: `/client/api/${path}`, headers: {}, body: undefined };
}

function itemsOf(words: Words): Words[] {
  if (words[0] === 'none') return [];
  return words
    .join(' ')
    .split(' ; ')
    .map((item) => item.split(' '));
}

/**
 * Words such as `refunded=2`, `quantity=3`, `product_id=7` and `unit_price=5` are no codes, nor is an account field:
 * `field:playerId=5`.
 */
function checked([id, price, status, ...rest]: Words) {
  const codes = codesIn(rest);
  const others = rest.filter((word) => word.includes('=')).map((word) => word.split('='));
  const isField = ([name = '']: Words): boolean => name.startsWith(FIELD);
  const fields = others
    .filter(isField)
    .map(([name = '', value]) => [name.slice(FIELD.length), value]);
  return {
    order_id: id,
    price,
    status,
    replay_api: codes.length > 0 ? codes : null,
    ...(fields.length > 0 && { data: Object.fromEntries(fields) as object }),
    ...(Object.fromEntries(others.filter((one) => !isField(one))) as object),
  };
}

const FIELD = 'field:';

function codesIn(words: Words): Words {
  return words.filter((word) => !word.includes('='));
}

function replayOf(words: Words) {
  const codes = codesIn(words);
  return codes.length > 0 ? [{ replay: codes }] : null;
}

function entry([sequence, kind, amount, after, ...rest]: Words) {
  const named = (name: string): string | undefined =>
    rest.find((word) => word.startsWith(name))?.slice(name.length);
  const [id, key] = rest.filter((word) => !word.includes('='));
  const own = { sequence: Number(sequence), kind, amount, balance_after: after };
  const told = { reference: named('ref='), created_at: named('at=') };
  return { ...own, ...told, order_id: id ?? null, order_uuid: key ?? null };
}

function products(words: Words) {
  if (words[0] === 'none') return [];
  return words.map((word) => {
    const [id, price = ''] = word.split('=');
    return { id: Number(id), price: price.replace('!', ''), available: !price.endsWith('!') };
  });
}
