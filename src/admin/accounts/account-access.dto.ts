import { AccountTokenDto } from '../../operations/accounts/token.operations.js';
import { nullable, Shown, TIME } from '../../operations/fields/shown.js';

/** A token of a list, with its last use. */
export class ListedAccountTokenDto extends AccountTokenDto {
  @Shown(nullable(TIME))
  last_used_at: string | null;

  @Shown(nullable({ type: 'string', example: '203.0.113.7' }))
  last_used_from: string | null;
}

export class AccountTokenPageDto {
  @Shown({ type: [ListedAccountTokenDto] })
  items: ListedAccountTokenDto[];

  @Shown(nullable({ type: 'string', example: null }))
  next: string | null;
}
