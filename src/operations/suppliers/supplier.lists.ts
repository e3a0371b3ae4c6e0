import { SupplierService } from '../../fulfillment/upstream/supplier/supplier.service.js';
import { list } from '../lists/list.js';
import { byName, ListQuery } from '../lists/page.js';
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
  rows: async ({ services }) =>
    byName('suppliers', await services(SupplierService).list(), ({ name }) => name),
});

export const supplierShow = reading({
  name: 'supplier show',
  operationId: 'supplier',
  summary: 'the settings of a supplier, without its token',
  permission: 'suppliers.read',
  route: 'GET suppliers/:name',
  of: 'supplier',
  shape: SUPPLIER_SHAPE,
  read: ({ services, id: name }: AskedReading<string>) => services(SupplierService).get(name),
});
