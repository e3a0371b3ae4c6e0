import { AccountDto } from '../../operations/accounts/account.operations.js';
import { GroupDto } from '../../operations/accounts/group.operations.js';
import { IdParameter, TextField } from '../../operations/fields/fields.js';
import { nullable, Shown } from '../../operations/fields/shown.js';
import { ListQuery } from '../http/page.js';

const USD = { type: 'string', example: '100', description: 'USD.' } as const;

export class AccountQuery extends ListQuery {
  @IdParameter({ description: 'Only accounts of this group.' })
  group_id?: string;

  @TextField({
    max: 200,
    min: 1,
    optional: true,
    description:
      'Only accounts whose name or e-mail address has a word that begins with each of these words, in any letter case. ' +
      'A page before the end may have few accounts, or none.',
  })
  text?: string;
}

/** An account of a list, with its balance. */
export class ListedAccountDto extends AccountDto {
  @Shown({
    ...nullable(USD),
    description: 'USD; null without the permission `balance.read`.',
  })
  balance: string | null;
}

export class AccountPageDto {
  @Shown({ type: [ListedAccountDto] })
  items: ListedAccountDto[];

  @Shown(nullable({ type: 'string', example: null }))
  next: string | null;
}

export class GroupPageDto {
  @Shown({ type: [GroupDto] })
  items: GroupDto[];

  @Shown(nullable({ type: 'string', example: null }))
  next: string | null;
}
