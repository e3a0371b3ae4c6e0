import { ApiProperty } from '@nestjs/swagger';
import { MAIL_SECURITIES, type MailSecurity } from '../../notifications/mail/mail-server.entity.js';
import {
  RECIPIENT_KINDS,
  type RecipientKind,
} from '../../notifications/recipients/recipient.entity.js';
import { MAX_OVERDUE_MINUTES } from '../../notifications/recipients/recipient-settings.js';
import { TOPIC_NAMES, type Topic } from '../../notifications/topics.js';
import { IntegerField, TextField, WordField, WordsField } from '../../operations/fields/fields.js';
import { nullable, TIME } from '../../operations/answers/shown.js';

const ADDRESS = {
  min: 1,
  max: 2000,
  description: 'A URL of a webhook, or an e-mail address.',
  example: 'ops@shop.example',
} as const;
const TOPICS = { example: ['order.waiting', 'account.halted'] };
const MINUTES = {
  min: 1,
  max: MAX_OVERDUE_MINUTES,
  description: 'An order that waits for longer is one of `order.overdue`.',
  example: 30,
} as const;

export class NewRecipientDto {
  @TextField({ min: 1, max: 40, example: 'night-shift' })
  name: string;

  @WordField(RECIPIENT_KINDS)
  kind: RecipientKind;

  @TextField(ADDRESS)
  address: string;

  @WordsField(TOPIC_NAMES, TOPICS)
  topics: Topic[];

  @IntegerField({ ...MINUTES, optional: true })
  overdue_minutes?: number;
}

/** What is left out stays. */
export class RecipientChangeDto {
  @TextField({ ...ADDRESS, optional: true })
  address?: string;

  @WordsField(TOPIC_NAMES, { ...TOPICS, optional: true })
  topics?: Topic[];

  @IntegerField({ ...MINUTES, optional: true })
  overdue_minutes?: number;
}

/** Who is notified of what. How sending goes is no part of it, so its `ETag` stays. */
export class RecipientDto {
  @ApiProperty({ example: 'night-shift' })
  name: string;

  @ApiProperty({ enum: [...RECIPIENT_KINDS] })
  kind: RecipientKind;

  @ApiProperty({ example: 'ops@shop.example' })
  address: string;

  @ApiProperty({ enum: [...TOPIC_NAMES], isArray: true })
  topics: Topic[];

  @ApiProperty({ type: 'integer', example: 30 })
  overdue_minutes: number;

  @ApiProperty(TIME)
  created_at: string;
}

/** A recipient that was just made. */
export class CreatedRecipientDto extends RecipientDto {
  @ApiProperty({
    ...nullable({ type: 'string', example: null }),
    description: 'Signs the messages of a webhook; shown this once. Null for e-mail.',
  })
  secret: string | null;
}

/** A recipient of the list, with how sending goes. */
export class ListedRecipientDto extends RecipientDto {
  @ApiProperty(nullable(TIME))
  last_sent_at: string | null;

  @ApiProperty({ example: '', description: 'Why the last attempt failed; empty if it did not.' })
  last_error: string;
}

export class RecipientPageDto {
  @ApiProperty({ type: [ListedRecipientDto] })
  items: ListedRecipientDto[];

  @ApiProperty(nullable({ type: 'string', example: null }))
  next: string | null;
}

export class TestedRecipientDto {
  @ApiProperty({ example: 'night-shift' })
  name: string;

  @ApiProperty({ description: 'True: the receiver or the mail server has taken the message.' })
  arrived: boolean;
}

export class MailServerSettingDto {
  @TextField({ min: 1, max: 253, example: 'mail.shop.example' })
  host: string;

  @IntegerField({ min: 1, max: 65_535, example: 587 })
  port: number;

  @WordField(MAIL_SECURITIES, { description: 'starttls is required then.' })
  security: MailSecurity;

  @TextField({ max: 1000, optional: true, description: 'Left out for a server without sign-in.' })
  username?: string;

  @TextField({
    max: 1000,
    optional: true,
    description: 'Left out, it stays as long as host and user name do.',
  })
  password?: string;

  @TextField({ min: 3, max: 320, example: 'souk@shop.example' })
  from: string;
}

/** The mail server without its password. */
export class MailServerDto {
  @ApiProperty({ example: 'mail.shop.example' })
  host: string;

  @ApiProperty({ type: 'integer', example: 587 })
  port: number;

  @ApiProperty({ enum: [...MAIL_SECURITIES] })
  security: MailSecurity;

  @ApiProperty({ example: '' })
  username: string;

  @ApiProperty()
  has_password: boolean;

  @ApiProperty({ example: 'souk@shop.example' })
  from: string;
}
