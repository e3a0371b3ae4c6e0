import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A price for an account or group: of a product, of a category and all below it, or (both null) of the whole catalog. */
@Entity('price_rules')
export class PriceRule {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column('integer', { name: 'account_id', nullable: true })
  accountId: number | null;

  @Column('integer', { name: 'group_id', nullable: true })
  groupId: number | null;

  @Column('integer', { name: 'category_id', nullable: true })
  categoryId: number | null;

  @Column('integer', { name: 'product_id', nullable: true })
  productId: number | null;

  /** USD per unit; only for a product. */
  @Column('numeric', { name: 'fixed_price', precision: 38, scale: 18, nullable: true })
  fixedPrice: string | null;

  /** Percentage on the base price: 10 means base × 1.10. */
  @Column('numeric', { precision: 12, scale: 6, nullable: true })
  percentage: string | null;
}
