import { entityTagOf } from '../../admin/http/entity-tag.js';
import { settingsOfKnown } from '../../admin/suppliers/supplier-shapes.js';
import type { KnownSupplierDto } from '../../admin/suppliers/suppliers.dto.js';

/** The tag that a change of the settings compares. */
export function settingsTag(supplier: KnownSupplierDto): string {
  return entityTagOf(settingsOfKnown(supplier));
}
