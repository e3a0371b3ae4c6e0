import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ExecutionContext } from '@nestjs/common';
import express, { type Request, type Response } from 'express';
import type { AccountField } from '../../src/catalog/account-field.js';
import type { SoukRequest } from '../../src/common/http/souk-request.js';
import type { Parameter } from '../../src/common/http/parameters/flat-parameters.js';

type Parser = (text: string) => unknown;

const FIELDS: readonly AccountField[] = [
  { name: 'playerId', label: 'Player', type: 'string', required: true, pattern: '([0-9]+)+x' },
  { name: 'Zone ID', label: 'Zone', type: 'string', required: true, options: ['EU', 'Asia'] },
  { name: 'Level', label: 'Level', type: 'number', required: false },
];
const ORIGINS = ['https://panel.example'];
const RANGES = ['203.0.113.0/24', '2001:db8::/32'];

/**
 * All that reads untrusted input or what a reseller sends, each as a function of one text. The modules are imported here,
 * because only those that are imported while work is counted are counted block by block.
 */
export async function publicParsers(): Promise<Readonly<Record<string, Parser>>> {
  return {
    ...(await ofParameters()),
    ...(await ofOrders()),
    ...(await ofBooks()),
    ...(await ofChanges()),
    ...(await ofHeaders()),
    ...(await ofUrls()),
  };
}

async function ofParameters(): Promise<Record<string, Parser>> {
  const { parseFlatParameters } =
    await import('../../src/common/http/parameters/flat-parameters.js');
  const { isSwitchedOn } = await import('../../src/common/http/parameters/parsed-parameter.js');
  const { jsonParameters, urlParameters } =
    await import('../../src/common/http/parameters/request-parameters.js');
  const { itemId } = await import('../../src/catalog/wire/item-id.js');
  const { productsQuery } = await import('../../src/catalog/wire/catalog-query.js');
  const parameter = (name: string, text: string) =>
    parseFlatParameters(`${name}=${encodeURIComponent(text.toWellFormed())}`);
  return {
    'a form': (text) => parseFlatParameters(text),
    'a form, joined to a query': (text) => parseFlatParameters(text).and(parseFlatParameters(text)),
    'a query': (text) => urlParameters({ originalUrl: `/?${text}` } as SoukRequest),
    'a JSON body': (text) => jsonParameters(text),
    'a field of a JSON body': (text) =>
      jsonParameters(JSON.stringify({ playerId: text, [text]: '1' })),
    'the id in a path': (text) => itemId(text),
    products_id: (text) => productsQuery(parameter('products_id', text)),
    base: (text) => productsQuery(parameter('base', text)),
    'uuid, seal, details and receipts': (text) => isSwitchedOn(parameter('seal', text), 'seal'),
  };
}

async function ofOrders(): Promise<Record<string, Parser>> {
  const { listedOrders } = await import('../../src/orders/rules/orders-parameter.js');
  const { normalOrderUuid, requiredOrderUuid, sentOrderUuid } =
    await import('../../src/orders/rules/order-uuid.js');
  const { assertQuantityNotMissed, givenQuantity, quantityGivenBy } =
    await import('../../src/orders/rules/quantity-names.js');
  const { FlatParameters } = await import('../../src/common/http/parameters/flat-parameters.js');
  const { requestedQuantity } = await import('../../src/orders/rules/quantity.js');
  const { priceLimit } = await import('../../src/orders/rules/price-limit.js');
  const { assertFieldsComplete, matchFields } =
    await import('../../src/orders/rules/order-fields.js');
  const fields = (parameters: readonly Parameter[]): void => {
    assertFieldsComplete(FIELDS, matchFields(FIELDS, parameters, true));
  };
  const ownOnes = (parameters: readonly Parameter[]): void => {
    const sent = new FlatParameters(parameters);
    sentOrderUuid(sent);
    assertQuantityNotMissed(sent, { productType: 'amount', quantityValues: null, fields: FIELDS });
    givenQuantity(sent, quantityGivenBy(sent, FIELDS));
  };
  const pieces = (text: string): Parameter[] =>
    Array.from({ length: 100 }, (_, index) => [text.slice(index * 300, (index + 1) * 300), '1']);
  return {
    orders: (text) => listedOrders([text]).map((item) => normalOrderUuid(item, 'opaque')),
    'order_uuid, UUIDs only': (text) => requiredOrderUuid(text, 'uuid'),
    'order_uuid, opaque': (text) => requiredOrderUuid(text, 'opaque'),
    qty: (text) => requestedQuantity(text),
    max_price: (text) => priceLimit(text),
    'the value of a field': (text) => {
      fields([
        ['playerId', text],
        ['Zone ID', 'EU'],
      ]);
    },
    'the value of a field with options': (text) => {
      fields([
        ['playerId', '1'],
        ['Zone ID', text],
      ]);
    },
    'the value of a number': (text) => {
      fields([
        ['playerId', '1'],
        ['Zone ID', 'EU'],
        ['Level', text],
      ]);
    },
    'a value as long as is allowed': (text) => {
      fields([
        ['playerId', text.slice(0, 500)],
        ['Zone ID', 'EU'],
      ]);
    },
    'the name of a parameter': (text) => {
      fields([[text, '1']]);
    },
    'the names of 100 parameters': (text) => {
      fields(pieces(text));
    },
    'the names of parameters of our own': (text) => {
      ownOnes(pieces(text));
      ownOnes([[text, '1']]);
    },
    'the quantity and the key under other names': (text) => {
      ownOnes([['uuid', text]]);
      ownOnes([['qt', text]]);
    },
    'an extra parameter': (text) => {
      fields([
        ['playerId', '1'],
        ['Zone ID', 'EU'],
        ['note', text],
      ]);
    },
  };
}

async function ofBooks(): Promise<Record<string, Parser>> {
  const { positionOf } = await import('../../src/books/cursor.js');
  const { utcTime } = await import('../../src/books/utc-time.js');
  const { feedPlace } = await import('../../src/books/feed/feed-cursor.js');
  const cursor = (name: 'orders' | 'statement', text: string) =>
    positionOf({ name, accountId: 7 }, text);
  return {
    'a time': (text) => utcTime(text),
    'a cursor': (text) => cursor('statement', text),
    'a cursor of the feed': (text) => feedPlace(7, text),
    'what a cursor of the feed says': (text) =>
      feedPlace(7, Buffer.from(`changes 7 ${text}`).toString('base64url')),
    'what a cursor says': (text) =>
      cursor('orders', Buffer.from(`orders 7 ${text}`).toString('base64url')),
  };
}

async function ofChanges(): Promise<Record<string, Parser>> {
  const { decryptedCursor, parsedCursor } =
    await import('../../src/catalog/changes/changes-cursor.js');
  const key = Buffer.alloc(32);
  const context = {
    audience: { accountId: 1, groupId: null, showUnavailable: false, testing: false },
    policies: undefined,
    lineage: '',
    baseUrl: '',
  };
  return {
    'a cursor of changes': (text) => parsedCursor(text),
    'what a cursor of changes says': (text) => {
      const bytes = Buffer.from(text.padEnd(40).slice(0, 40), 'latin1');
      const cursor = parsedCursor(bytes.toString('base64url'));
      return cursor && decryptedCursor(key, cursor, context);
    },
  };
}

async function ofHeaders(): Promise<Record<string, Parser>> {
  const { tokenFrom } = await import('../../src/account/access/token-header.js');
  const { hashOfToken } = await import('../../src/account/access/token-secret.js');
  const { isInRanges } = await import('../../src/common/ip-range.js');
  const { TrustedProxies } = await import('../../src/common/http/trusted-proxies.js');
  const proxies = new TrustedProxies(['loopback', 'uniquelocal']);
  const socket = { remoteAddress: '127.0.0.1' } as Socket;
  const { namesEntityTag } = await import('../../src/common/http/prepared/entity-tag.js');
  const { acceptedEncodings } =
    await import('../../src/common/http/prepared/accepted-encodings.js');
  const { corsFor } = await import('../../src/common/http/cors.js');
  const { AccessLog } = await import('../../src/common/http/access-log.js');
  const { createLogger } = await import('../../src/common/logger.js');
  const { DeliberateRequestGuard } =
    await import('../../src/orders/wire/deliberate-request.guard.js');
  const log = new AccessLog(createLogger('silent'), new TrustedProxies([]));
  const guard = new DeliberateRequestGuard();
  const response = { on: () => response } as unknown as ServerResponse;
  const token = (headers: Record<string, string>) => {
    const found = tokenFrom(headers);
    return found === undefined ? undefined : hashOfToken(found);
  };
  const contextOf = (headers: Record<string, string>) =>
    ({
      switchToHttp: () => ({ getRequest: () => ({ headers, method: 'GET' }) }),
    }) as ExecutionContext;
  return {
    'api-token': (text) => token({ 'api-token': text }),
    Authorization: (text) => token({ authorization: text }),
    'Authorization: Bearer': (text) => token({ authorization: `Bearer ${text}` }),
    'X-Forwarded-For': (text) =>
      isInRanges(proxies.callerOf({ socket, headers: { 'x-forwarded-for': text } }), RANGES),
    'an address': (text) => isInRanges(text, RANGES),
    'If-None-Match': (text) => namesEntityTag(text, '"a"'),
    'Accept-Encoding': (text) => acceptedEncodings(text),
    Origin: (text) => {
      corsFor(ORIGINS)(
        { headers: { origin: text }, method: 'OPTIONS' } as Request,
        () => undefined,
      );
    },
    'X-Request-Id': (text) => {
      const request = { rawHeaders: ['X-Request-Id', text], socket: {}, method: 'GET' };
      return log.begin(request as unknown as IncomingMessage, response, '"/"');
    },
    Purpose: (text) => guard.canActivate(contextOf({ purpose: text })),
  };
}

async function ofUrls(): Promise<Record<string, Parser>> {
  const { mergeSlashes } = await import('../../src/common/http/path.middleware.js');
  const { logSafeUrl } = await import('../../src/common/http/log-safe-url.js');
  const { loggableUrl } = await import('../../src/common/http/access-log.js');
  const merged = (url: string) => {
    mergeSlashes({ url } as Request, {} as Response, () => undefined);
  };
  return {
    'the slashes of a path': merged,
    'a whole URL': (text) => {
      merged(`http://${text}`);
      merged(`a${text}`);
    },
    'a path in the log': (text) => loggableUrl(text),
    'parameters in the log': (text) =>
      logSafeUrl(`/?orders=${text}&products_id=${text}&qty=${text}&order_uuid=${text}`),
    'the router': routed,
  };
}

const router = express.Router();
for (const path of [
  '/client/api/newOrder/:product_id/params',
  '/client/api/content/:category_id',
]) {
  router.get(path, (_request, response) => {
    response.end();
  });
}

function routed(text: string): void {
  for (const path of [text, `newOrder/${text}`, `newOrder/${text}/params`, `content/${text}/`]) {
    const request = { url: `/client/api/${path}`, method: 'GET', headers: {} };
    const response = { end: () => undefined };
    router(request as Request, response as unknown as Response, () => undefined);
  }
}
