import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Shows or hides a category or product for an account, a group, or (both null) everyone. */
@Entity('visibility_rules')
export class VisibilityRule {
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

  @Column('boolean')
  visible: boolean;

  /** Who made it: an import takes back only what an import has hidden. */
  @Column('text')
  origin: 'operator' | 'import';
}
