import type { components, operations } from './schema.js';

type Schemas = components['schemas'];

/** The operations of the shop, by their `operationId`. */
export type Operation = keyof operations;

/** The JSON body with which an operation succeeds. */
export type Success<Name extends Operation> = operations[Name] extends {
  responses: { 200: { content: { 'application/json': infer Body } } };
}
  ? Body
  : never;

type QueryOf<Name extends Operation> = NonNullable<operations[Name]['parameters']['query']>;

/** The query of an operation. Where the wire wants a number, a decimal string is as good, and exact. */
export type Query<Name extends Operation> = {
  [Key in keyof QueryOf<Name>]: NonNullable<QueryOf<Name>[Key]> extends number
    ? QueryOf<Name>[Key] | string | undefined
    : QueryOf<Name>[Key] | undefined;
};

export type Profile = Schemas['ProfileDto'];
export type Category = Schemas['CategoryDto'];
export type Product = Schemas['ProductDto'];
export type Content = Schemas['ContentDto'];
export type Catalog = Schemas['CatalogDto'];
export type PlacedOrder = Schemas['PlacedOrderDto'];
export type CheckedOrder = Schemas['CheckedOrderDto'];
export type ListedOrder = Schemas['ListedOrderDto'];
export type StatementEntry = Schemas['StatementEntryDto'];
export type Quote = Schemas['QuotedOrderDto'];
export type OrderStatus = PlacedOrder['status'];
