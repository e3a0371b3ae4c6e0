import type { PriceTexts } from './price-texts.js';
import type { components, operations } from './schema.js';

type Schemas = components['schemas'];

/** The operations of the shop, by their `operationId`. */
export type Operation = keyof operations;

type BodyOf<Name extends Operation> = operations[Name] extends {
  responses: { 200: { content: { 'application/json': infer Body } } };
}
  ? Body
  : never;

/** The operations whose prices are read as text. */
type CatalogOperation = 'catalog' | 'content' | 'products' | 'changes';

/** The JSON body with which an operation succeeds; prices of the catalog are decimal texts, though numbers on the wire. */
export type Success<Name extends Operation> = Name extends CatalogOperation
  ? PriceTexts<BodyOf<Name>>
  : BodyOf<Name>;

type QueryOf<Name extends Operation> = NonNullable<operations[Name]['parameters']['query']>;

/** The query of an operation. Where the wire wants a number, a decimal string is as good, and exact. */
export type Query<Name extends Operation> = {
  [Key in keyof QueryOf<Name>]: NonNullable<QueryOf<Name>[Key]> extends number
    ? QueryOf<Name>[Key] | string | undefined
    : QueryOf<Name>[Key] | undefined;
};

export type Profile = Schemas['ProfileDto'];
export type Category = Schemas['CategoryDto'];
export type Product = PriceTexts<Schemas['ProductDto']>;
export type Content = Success<'content'>;
export type Catalog = Success<'catalog'>;
export type PlacedOrder = Schemas['PlacedOrderDto'];
export type CheckedOrder = Schemas['CheckedOrderDto'];
export type ListedOrder = Schemas['ListedOrderDto'];
export type OrderEvent = Schemas['OrderEventDto'];
export type StatementEntry = Schemas['StatementEntryDto'];
export type Quote = Schemas['QuotedOrderDto'];
export type OrderStatus = PlacedOrder['status'];
