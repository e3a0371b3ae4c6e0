import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Accounts that share visibility and prices. */
@Entity('account_groups')
export class AccountGroup {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column('text')
  name: string;
}
