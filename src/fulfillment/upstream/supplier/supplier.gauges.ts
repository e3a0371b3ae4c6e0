import { Injectable } from '@nestjs/common';
import { Registry } from 'prom-client';
import { readGauge } from '../../../common/read-metrics.js';
import { sharedRead } from '../../../common/shared-read.js';
import type { Supplier } from './supplier.entity.js';
import { SupplierRepository } from './supplier.repository.js';

/** What the shop can spend at its suppliers. */
@Injectable()
export class SupplierGauges {
  constructor(registry: Registry, suppliers: SupplierRepository) {
    const read = sharedRead(() => suppliers.list());
    const gauge = (name: string, help: string, usdOf: (one: Supplier) => string | null): void => {
      readGauge(registry, { name, help, label: 'supplier' }, read, (one) => {
        const usd = usdOf(one);
        return [one.name, usd === null ? null : Number(usd)];
      });
    };
    gauge(
      'souk_supplier_balance',
      'USD that the shop can spend at a supplier, as it told last; missing before.',
      ({ balance }) => balance,
    );
    gauge(
      'souk_supplier_warn_below',
      'The mark of a supplier in USD: below it, the operator is warned; missing without one.',
      ({ lowBalance }) => lowBalance,
    );
  }
}
