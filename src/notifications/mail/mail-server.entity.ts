import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How the connection to a mail server is encrypted: from its beginning, by STARTTLS, which is then required, or not. */
export const MAIL_SECURITIES = ['tls', 'starttls', 'none'] as const;
export type MailSecurity = (typeof MAIL_SECURITIES)[number];

/** The mail server (SMTP) by which notifications are sent. */
@Entity('mail_server')
export class MailServer {
  /** Always 1. */
  @PrimaryColumn('integer')
  id: number;

  @Column('text')
  host: string;

  @Column('integer')
  port: number;

  @Column('text')
  security: MailSecurity;

  /** Empty for a server that asks for none. */
  @Column('text')
  username: string;

  @Column('bytea', { name: 'sealed_password', nullable: true })
  encryptedPassword: Buffer | null;

  /** The e-mail address that messages come from. */
  @Column('text')
  sender: string;
}

export const MAIL_SERVER_ID = 1;
