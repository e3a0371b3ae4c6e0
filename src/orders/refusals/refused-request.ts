import { randomUUID } from 'node:crypto';
import type { PrincipalRequest } from '../../account/access/token.guard.js';
import { itemId } from '../../catalog/wire/item-id.js';
import type { AppError } from '../../common/app-error.js';
import { urlParameters } from '../../common/http/parameters/request-parameters.js';
import { plainAddress } from '../../common/ip-range.js';
import { storableText } from '../../common/text.js';
import type { OrderUuidMode } from '../../config/variables.js';
import { normalOrderUuid, shownOrderUuid } from '../rules/order-uuid.js';
import { isRefusalCode, type NewRefusal } from './order-refusal.js';

/** A longer message, such as one with a list of long options, is cut off. */
const MAX_REASON_CHARACTERS = 1_000;
/** Enough for a UUID with a typing error. A token, which may have been sent as the key by mistake, is longer. */
const MAX_MALFORMED_CHARACTERS = 40;

/**
 * What the journal keeps of a request of newOrder that ends with an error. It holds no account fields: no message repeats
 * their values.
 * @param defaultMode which keys are valid, for accounts without a setting of their own
 * @returns undefined if the error is no refusal, or if the account is unknown, as with 120 and 121
 */
export function refusalOf(
  request: PrincipalRequest,
  error: AppError,
  defaultMode: OrderUuidMode,
): NewRefusal | undefined {
  const { accountId, callerAddress } = request;
  const { code } = error.wire;
  if (accountId === undefined || !isRefusalCode(code)) return undefined;
  const { product_id: product = '' } = request.params as { product_id?: string };
  return {
    id: timedUuid(Date.now()),
    atMs: performance.now(),
    accountId,
    orderUuid: keyOf(request, request.orderUuidMode ?? defaultMode),
    productId: itemId(product) ?? null,
    code,
    reason: storableText(error.message.slice(0, MAX_REASON_CHARACTERS)),
    address: callerAddress === undefined ? null : (plainAddress(callerAddress) ?? null),
    requestId: request.id,
  };
}

/**
 * The key, also one that is no UUID where it has to be, so that the refusal is found by what was sent. A key in a body is
 * known only once the guard has admitted the request, since bodies are read afterwards.
 */
function keyOf(request: PrincipalRequest, mode: OrderUuidMode): string | null {
  const text = request.orderUuid ?? shownOrderUuid(urlParameters(request));
  if (text === undefined) return null;
  const malformed = normalOrderUuid(text, 'opaque') ?? '';
  const isKept = malformed !== '' && malformed.length <= MAX_MALFORMED_CHARACTERS;
  return normalOrderUuid(text, mode) ?? (isKept ? malformed : null);
}

/** A UUID of version 7: it begins with the time, so that new rows stand together in the index. */
function timedUuid(timeMs: number): string {
  const time = timeMs.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
