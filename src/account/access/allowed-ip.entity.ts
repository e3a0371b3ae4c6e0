import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An address range from which an account may call; without any, it may call from everywhere. */
@Entity('allowed_ips')
export class AllowedIp {
  @PrimaryColumn('integer', { name: 'account_id' })
  accountId: number;

  /** In CIDR notation; IPv4 addresses in IPv6 notation are stored as IPv4. */
  @PrimaryColumn('cidr')
  range: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;
}
