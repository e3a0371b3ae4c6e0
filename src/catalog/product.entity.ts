import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { AccountField } from './account-field.js';
import type { FulfillmentStep } from './fulfillment-step.js';
import type { ProductType, QuantityValues } from './quantity-values.js';

/** Something that can be ordered. */
@Entity('products')
export class Product {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column('integer', { name: 'category_id' })
  categoryId: number;

  @Column('text')
  name: string;

  /** USD per unit, as decimal text. */
  @Column('numeric', { precision: 38, scale: 18 })
  price: string;

  /** False while the product is switched off; an order is then refused with 110. */
  @Column('boolean')
  available: boolean;

  @Column('text', { name: 'product_type' })
  productType: ProductType;

  @Column('json', { name: 'qty_values', nullable: true })
  quantityValues: QuantityValues;

  /** What a reseller must send with an order. */
  @Column('json')
  fields: AccountField[];

  /** The handlers, in the order in which they are tried. If empty, the operator delivers. */
  @Column('json')
  fulfillment: FulfillmentStep[];

  /** The most codes that handlers may deliver for one piece, from 20 to 1,000. */
  @Column('integer', { name: 'codes_per_piece' })
  codesPerPiece: number;

  /** Whether each piece is a code, as an order has shown or the operator has said; null while nobody knows. */
  @Column('boolean', { name: 'delivers_codes', nullable: true })
  deliversCodes: boolean | null;

  @Column('text', { nullable: true })
  image: string | null;

  @Column('integer')
  position: number;

  @Column('boolean')
  demo: boolean;

  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt: Date | null;
}
