import { InvalidFieldsError } from '../../operations/fields/checked-input.js';
import { numericText } from '../../common/decimal.js';
import { isRecord } from '../../common/json-values.js';
import { messageKey } from '../../common/message-key.js';
import type { ListingSettings } from '../../fulfillment/upstream/listing/supplier-listing.service.js';
import type { Supplier } from '../../fulfillment/upstream/supplier/supplier.entity.js';
import { idKey } from '../../operations/lists/page.js';
import { timeOf } from '../../operations/answers/shown.js';

import type { KnownSupplierDto, ListingDto, SupplierDto } from './suppliers.dto.js';

/** The settings of a supplier, without its token. */
export function supplierShape(supplier: Supplier): SupplierDto {
  const { name, baseUrl, maxConcurrent, timeoutSeconds, lowBalance, markup } = supplier;
  return {
    name,
    url: baseUrl,
    max_concurrent: maxConcurrent,
    timeout_seconds: timeoutSeconds,
    low_balance: lowBalance === null ? null : numericText(lowBalance),
    markup: numericText(markup),
    into_category: supplier.intoCategory,
    sync_minutes: supplier.syncMinutes,
  };
}

/** @param showsBalance false leaves the balance out. */
export function knownSupplierShape(supplier: Supplier, showsBalance: boolean): KnownSupplierDto {
  const { balance, probedAt, lastError, syncedAt, syncError } = supplier;
  return {
    ...supplierShape(supplier),
    balance: balance === null || !showsBalance ? null : numericText(balance),
    checked_at: timeOf(probedAt),
    error: lastError,
    synced_at: timeOf(syncedAt),
    sync_error: syncError,
  };
}

/** The settings alone of a supplier with what is known of it: what a change compares. */
export function settingsOfKnown(known: KnownSupplierDto): SupplierDto {
  return {
    name: known.name,
    url: known.url,
    max_concurrent: known.max_concurrent,
    timeout_seconds: known.timeout_seconds,
    low_balance: known.low_balance,
    markup: known.markup,
    into_category: known.into_category,
    sync_minutes: known.sync_minutes,
  };
}

/** @throws ProblemError for other mark-ups than percentages by id */
export function listingOf({
  markup,
  markup_by_category: byCategory,
  into_category: intoCategory,
}: ListingDto): ListingSettings {
  return {
    ...(markup !== undefined && { markup }),
    ...(byCategory !== undefined && { markupByCategory: markupsOf(byCategory) }),
    ...(intoCategory !== undefined && { intoCategory }),
  };
}

function markupsOf(given: unknown): Map<number, string | null> {
  const markups = new Map<number, string | null>();
  for (const [key, value] of isRecord(given) ? Object.entries(given) : [['', '']]) {
    const id = idKey([key]);
    if (id === undefined || (value !== null && typeof value !== 'string')) {
      const message = 'must be an object of percentages, or null, by category of theirs';
      throw new InvalidFieldsError([
        { field: 'markup_by_category', message, messageKey: messageKey('supplier.markups', {}) },
      ]);
    }
    markups.set(id, value);
  }
  return markups;
}
