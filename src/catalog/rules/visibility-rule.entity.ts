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

  /** Who created the rule: an import deletes only rules of imports. */
  @Column('text')
  origin: 'operator' | 'import';
}
