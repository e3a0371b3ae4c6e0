import { Column, PrimaryGeneratedColumn } from 'typeorm';

/** What the rules of each kind have: for whom they are, and what they are about. */
export abstract class Rule {
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
}
