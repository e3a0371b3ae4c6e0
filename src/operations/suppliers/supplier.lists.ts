import type { Supplier } from '../../fulfillment/upstream/supplier/supplier.entity.js';
import { SupplierService } from '../../fulfillment/upstream/supplier/supplier.service.js';
import { list } from '../lists/list.js';
import { byName, ListQuery, rowsOf } from '../lists/page.js';
import { reading, type AskedReading } from '../reading.js';
import { KNOWN_SUPPLIER, SUPPLIER_SHAPE } from './supplier.operations.js';

export const supplierList = list({
  name: 'supplier list',
  operationId: 'suppliers',
  summary: 'the suppliers, by name; their balances need suppliers.balances as well',
  permission: 'suppliers.read',
  route: 'GET suppliers',
  query: ListQuery,
  item: KNOWN_SUPPLIER,
  page: async ({ services, query }) => {
    const suppliers = await services(SupplierService).list();
    return rowsOf(
      byName('suppliers', suppliers, ({ name }: Supplier) => name),
      query,
    );
  },
});

export const supplierShow = reading({
  name: 'supplier show',
  operationId: 'supplier',
  summary: 'the settings of a supplier, without its token',
  permission: 'suppliers.read',
  route: 'GET suppliers/:name',
  of: 'supplier',
  answer: SUPPLIER_SHAPE.type,
  read: async ({ services, id: name }: AskedReading<string>) =>
    SUPPLIER_SHAPE.of(await services(SupplierService).get(name)),
});
