import { ApiProperty } from '@nestjs/swagger';
import { FlagField, IdParameter, MoneyField, TextField } from '../../operations/fields/fields.js';
import { ListQuery } from '../http/page.js';
import { nullable, TIME } from '../../operations/fields/shown.js';

export class WebhookSettingsDto {
  @TextField({ max: 2_000, min: 1, example: 'https://acme.example/souk' })
  url: string;

  @MoneyField({
    optional: true,
    nullable: true,
    example: '50',
    description: 'USD: tell when less can be spent; null for never. It stays if it is left out.',
  })
  balance_low?: string | null;
}

/** Where an account is told of its orders and balance. */
export class WebhookDto {
  @ApiProperty({ type: 'integer', example: 2 })
  account_id: number;

  @ApiProperty({ example: 'https://acme.example/souk' })
  url: string;

  @ApiProperty(nullable({ type: 'string', example: '50' }))
  balance_low: string | null;

  @ApiProperty({
    ...nullable(TIME),
    description: 'Until then the secret before signs as well; null if there is none.',
  })
  old_secret_until: string | null;

  @ApiProperty(TIME)
  created_at: string;
}

export class ChangedWebhookDto extends WebhookDto {
  @ApiProperty({
    ...nullable({ type: 'string', example: 'whsec_…' }),
    description: 'If the request has made one; it is shown this once.',
  })
  secret: string | null;
}

/** A `ping` that has arrived. */
export class PingDto {
  @ApiProperty({ type: 'integer', example: 2 })
  account_id: number;

  @ApiProperty({ type: 'integer', example: 204 })
  http_status: number;
}

export class WebhookFailureQuery extends ListQuery {
  @IdParameter({ description: 'Only messages to this account.' })
  account_id?: string;
}

/** A message that has not arrived yet. */
export class WebhookFailureDto {
  @ApiProperty({ example: 'msg_2f4f6f0f9f11' })
  message_id: string;

  @ApiProperty({ type: 'integer', example: 2 })
  account_id: number;

  @ApiProperty({ example: 'order.accepted' })
  event: string;

  @ApiProperty({ type: 'integer', example: 3 })
  attempts: number;

  @ApiProperty({ example: 'it answered HTTP 500' })
  reason: string;

  @ApiProperty(TIME)
  first_failed_at: string;

  @ApiProperty(TIME)
  last_failed_at: string;

  @ApiProperty({ ...nullable(TIME), description: 'Null if it was given up.' })
  next_try_at: string | null;
}

export class WebhookFailurePageDto {
  @ApiProperty({ type: [WebhookFailureDto] })
  items: WebhookFailureDto[];

  @ApiProperty(nullable({ type: 'string', example: null }))
  next: string | null;
}

export class MessageReleaseDto {
  @FlagField({ optional: true, description: 'True deletes them instead.' })
  drop?: boolean;
}

/** What became of the messages that were held back. */
export class ReleasedMessagesDto {
  @ApiProperty({ type: 'integer', example: 12 })
  released: number;

  @ApiProperty({ type: 'integer', example: 0 })
  dropped: number;
}
