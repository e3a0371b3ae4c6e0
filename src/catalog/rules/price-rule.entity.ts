import { Column, Entity } from 'typeorm';
import { Rule } from './rule.entity.js';

/** A price for an account or group: of a product, of a category and all below it, or (both null) of the whole catalog. */
@Entity('price_rules')
export class PriceRule extends Rule {
  /** USD per unit; only for a product. */
  @Column('numeric', { name: 'fixed_price', precision: 38, scale: 18, nullable: true })
  fixedPrice: string | null;

  /** Percentage on the base price: 10 means base × 1.10. */
  @Column('numeric', { precision: 12, scale: 6, nullable: true })
  percentage: string | null;
}
