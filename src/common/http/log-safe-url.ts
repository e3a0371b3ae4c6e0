const MASK = '***';
/** Characters of the path, and of a list, that are logged; the rest is cut off. */
const MAX_PART_CHARACTERS = 300;
/** Characters of one logged item: a word, an id, a number. */
const MAX_ITEM_CHARACTERS = 64;
const MAX_PARAMETERS = 30;

/** The words of our own paths, in lower case. Any other word may be a secret that was put into the path by mistake. */
const PATH_WORDS = new Set([
  ...['', 'client', 'api', 'ping', 'integration', 'profile', 'categories', 'all', 'content', 'tree'],
  ...['products', 'products-wrapped', 'catalog', 'neworder', 'quote', 'params', 'check', 'openapi.json'],
  ...['testing', 'tokens', 'rotate', 'orders', 'statement', 'changes'],
  ...['receipts', 'keys', 'witness', 'proof'],
  ...['notifications', 'test', 'mail-server'],
  ...['shop', 'change', 'forget', 'freeze'],
  ...['admin', 'v1', 'me', 'operators', 'disable', 'enable', 'invite', 'reset', 'sign-out'],
  ...['operator-tokens', 'revoke', 'audit', 'items', 'take-back', 'accounts', 'groups', 'suspend', 'resume', 'resume-orders'],
  ...['credit-limit', 'order-search', 'allowed-ips', 'balance', 'deposits', 'adjustments', 'ledger', 'accept', 'reject'],
  ...['visibility-rules', 'price-rules', 'base-prices', 'price', 'cost', 'costs', 'import', 'reports'],
  ...['sales', 'balances', 'stock', 'timeline', 'refusals', 'erasures', 'reversals', 'verification', 'webhook'],
  ...['rotate-secret', 'picture', 'test', 'webhook-failures', 'webhook-messages', 'release'],
  ...['console', 'assets', 'search', 'sign-in', 'code', 'two-factor', 'link', 'preferences', 'waiting', 'next', 'confirm', 'decide'],
  ...['catalog-imports', 'changes', 'compare', 'apply', 'catalog-export', 'catalog-settings'],
  ...['test-products', 'demo-shop', 'stocks', 'codes', 'warn-below', 'release', 'withdraw'],
  ...['delivery', 'delivery-handlers', 'maintenance', 'settle', 'doctor', 'extensions', 'failed-events', 'resend', 'skip'],
  ...['suppliers', 'sync', 'picks', 'import', 'purchase', 'ask-again', 'buy-again', 'backups'],
  ...['request-forms', 'conventions', 'branding', 'logo', 'color', 'settings', 'add', 'remove', 'filters'],
  ...['own', 'password', 'sessions', 'end', 'off', 'permissions', 'shop', 'webhooks', 'upkeep'],
  ...['undo', 'download', 'key'],
  ...['facts', 'fields', 'quantities', 'availability', 'deletion', 'delete', 'rename', 'move', 'deleted', 'rules'],
  ...['visibility', 'prices', 'preview', 'clear', 'imports', 'discard', 'export'],
  ...['health', 'live', 'ready', 'serving', 'metrics', 'docs', 'images', 'favicon.ico', 'robots.txt'],
]); // prettier-ignore
/** Files of the documentation and of the images. */
const FILE = /^[a-z0-9-]{1,30}\.(?:css|html|js|json|png|svg)$/;

const ITEM_ID = /^(?:0|[1-9]\d{0,9})$/;
const ORDER_ID = /^ID_[0-9a-f]{16}$/i;
const UUID = /^\{?[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}\}?$/i;
/** An idempotency key that is no UUID; access tokens are longer. */
const SHORT_KEY = /^[\w.:-]{1,32}$/;
const QUANTITY = /^\d{1,30}(?:\.\d{1,30})?$/;
const SWITCH = /^(?:0|1|true|false)$/i;
const FORMAT = /^(?:json|csv|jsonl)$/;
const STATUS = /^(?:wait|accept|reject)$/;
const EVENT_TYPE = /^(?:placed|accepted|codes|rejected|reversed|late)$/;
/** Separators between the items of a list, plain or percent-encoded. */
const BETWEEN_ITEMS = /([,[\]"'+{}]|%(?:20|22|27|2c|5b|5d))/i;

type Form = (text: string) => boolean;
const oneOf =
  (...expressions: readonly RegExp[]): Form =>
  (text) =>
    text.length <= MAX_ITEM_CHARACTERS && expressions.some((expression) => expression.test(text));

/** An idempotency key that may be logged. */
export const logSafeOrderUuid = single(oneOf(UUID, SHORT_KEY));

/** Parameters that hold nothing private, as long as their value has the expected form. */
const PLAIN_PARAMETERS: ReadonlyMap<string, (value: string) => string> = new Map([
  ['products_id', listOf(oneOf(ITEM_ID))],
  ['base', single(oneOf(SWITCH))],
  ['qty', single(oneOf(QUANTITY))],
  ['max_price', single(oneOf(QUANTITY))],
  ['order_uuid', logSafeOrderUuid],
  ['orders', listOf(oneOf(ORDER_ID, UUID))],
  ['uuid', single(oneOf(SWITCH))],
  ['seal', single(oneOf(SWITCH))],
  ['on', single(oneOf(SWITCH))],
  ['details', single(oneOf(SWITCH))],
  ['receipts', single(oneOf(SWITCH))],
  ['limit', single(oneOf(ITEM_ID))],
  ['format', single(oneOf(FORMAT))],
  ['status', listOf(oneOf(STATUS))],
  ['type', listOf(oneOf(EVENT_TYPE))],
  ['wait', single(oneOf(ITEM_ID))],
  ['receipts', single(oneOf(SWITCH))],
  ['product_id', single(oneOf(ITEM_ID))],
]);
const isPathItem = oneOf(ITEM_ID, FILE);
/** Longer than each of our parameter names; a longer name may itself be a secret. */
const MAX_NAME_CHARACTERS = 32;

/**
 * A URL that may be logged: words and ids of our own paths and parameters are shown. Everything else is masked: account
 * fields, credentials, and values in unexpected places.
 */
export function logSafeUrl(url: string): string {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const safePath = shortened(path, (start) => start.split('/').map(safeSegment).join('/'));
  if (mark < 0) return safePath;
  const parameters = url.slice(mark + 1).split('&', MAX_PARAMETERS);
  return `${safePath}?${parameters.map(safeParameter).join('&')}`;
}

function safeSegment(segment: string): string {
  const isPlain = PATH_WORDS.has(segment.toLowerCase()) || isPathItem(segment);
  return isPlain ? segment : MASK;
}

function safeParameter(parameter: string): string {
  const equals = parameter.indexOf('=');
  // A parameter without a value may itself be a secret.
  if (equals < 0 || equals > MAX_NAME_CHARACTERS) return MASK;
  const name = parameter.slice(0, equals);
  const shown = PLAIN_PARAMETERS.get(name)?.(parameter.slice(equals + 1)) ?? MASK;
  return `${name}=${shown}`;
}

function single(hasForm: Form): (value: string) => string {
  return (value) => (value === '' || hasForm(value) ? value : MASK);
}

function listOf(hasForm: Form): (value: string) => string {
  const safeItem = single((item) => BETWEEN_ITEMS.test(item) || hasForm(item));
  return (value) => shortened(value, (start) => start.split(BETWEEN_ITEMS).map(safeItem).join(''));
}

function shortened(text: string, safe: (start: string) => string): string {
  const start = safe(text.slice(0, MAX_PART_CHARACTERS));
  return text.length > MAX_PART_CHARACTERS ? `${start}…` : start;
}
