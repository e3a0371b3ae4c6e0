import { SupplierCatalogService } from '../../fulfillment/upstream/listing/supplier-catalog.service.js';
import type {
  OfferedCatalog,
  OfferedCategory,
  OfferedProduct,
} from '../../fulfillment/upstream/listing/supplier-offers.service.js';
import { SupplierService } from '../../fulfillment/upstream/supplier/supplier.service.js';
import { flag, money, text, whole } from '../answers/answer-fields.js';
import { many, shapeOf, type ShownBy } from '../answers/shape.js';
import { IntegerParameter, TextField, WordField } from '../fields/fields.js';
import { list } from '../lists/list.js';
import { byName, FORMATS } from '../lists/page.js';
import { reading, type AskedReading } from '../reading.js';
import { KNOWN_SUPPLIER, SUPPLIER_SHAPE } from './supplier.operations.js';

const COST = { permission: 'costs.read', description: 'USD. Null without costs.read.' } as const;

export const supplierList = list({
  name: 'supplier list',
  operationId: 'suppliers',
  summary: 'the suppliers, by name; their balances need suppliers.balances as well',
  permission: 'suppliers.read',
  route: 'GET suppliers',
  item: KNOWN_SUPPLIER,
  rows: async ({ services }) =>
    byName('suppliers', await services(SupplierService).list(), ({ name }) => name),
});

const CATEGORY = shapeOf<OfferedCategory>()('OfferedCategoryDto', {
  id: whole({ example: 12 }),
  path: text({ example: 'Games › Top-up', description: 'Its name behind those above it.' }),
  products: whole({ example: 40, description: 'That were found in it.' }),
  picked: flag({ description: 'True if all in it is listed.' }),
});
const PRODUCT = shapeOf<OfferedProduct>()('OfferedProductDto', {
  id: whole({ example: 7001 }),
  name: text({ example: 'Diamonds 100' }),
  category_id: whole({ example: 12 }),
  available: flag(),
  cost: money.orNull({ ...COST, example: '0.9' }),
  price: money({ example: '0.99', description: 'USD, with our mark-up.' }),
  margin: money.orNull({ ...COST, example: '0.09' }),
  product_id: whole.orNull({ example: 5, description: 'Ours, if it was listed.' }),
  picked: flag({ description: 'True if it is listed, or will be by the next sync.' }),
});
const CATALOG = shapeOf<OfferedCatalog>()('OfferedCatalogDto', {
  categories: many(CATEGORY, ({ categories }: OfferedCatalog) => categories),
  products: many(PRODUCT, ({ products }: OfferedCatalog) => products),
  more: flag({ description: 'True if it has more of either than `limit`.' }),
});
export type OfferedCatalogDto = ShownBy<typeof CATALOG>;

export class OfferedCatalogQuery {
  @TextField({
    max: 200,
    optional: true,
    description: 'In the name of a product, or of its category.',
  })
  text?: string;

  @IntegerParameter({ min: 1, max: 10_000, description: 'Most of either; 1,000 if absent.' })
  limit?: string;

  @WordField(FORMATS, { optional: true, description: 'csv answers the products as a file.' })
  format?: (typeof FORMATS)[number];
}

/** It asks the supplier each time, so it needs the permission of an import. */
export const supplierCatalog = reading({
  name: 'supplier catalog',
  summary: 'what a supplier sells, what it costs there, and what it would cost here',
  permission: 'suppliers.edit',
  route: 'GET suppliers/:name/catalog',
  of: 'supplier',
  query: OfferedCatalogQuery,
  shape: CATALOG,
  read: ({ services, id, query, signal }: AskedReading<string, OfferedCatalogQuery>) => {
    const { text = '', limit = '1000' } = query;
    return services(SupplierCatalogService).offered(id, { text, limit: Number(limit) }, signal);
  },
  file: ({ products }) => ({ columns: PRODUCT.columns, rows: products }),
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
