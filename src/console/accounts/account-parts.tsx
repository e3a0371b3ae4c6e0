import type { AccountDto } from '../../operations/accounts/account.operations.js';
import { TextLink } from '../../pages/text-links.js';
import { Badge, Text } from '../../pages/values.js';
import { NameOrId } from '../shell/account-name.js';
import type { Names } from '../shell/thing-naming.service.js';
import { useVisit } from '../visit/use-visit.js';
import { useWords } from '../../pages/words.js';

/** Whether an account may use the API, and whether its orders are halted. */
export function AccountState({
  account,
}: {
  readonly account: Pick<AccountDto, 'api_permitted' | 'orders_suspended' | 'orders_halted'>;
}) {
  const words = useWords('account');
  const { api_permitted: isPermitted, orders_suspended: isClosed, orders_halted: halted } = account;
  return (
    <>
      <Badge kind={isPermitted ? 'good' : 'bad'}>
        {isPermitted ? words.permitted : words.suspended}
      </Badge>
      {isPermitted && isClosed && <Badge kind="bad">{words.noNewOrders}</Badge>}
      {halted !== null && <Badge kind="bad">{words.halted}</Badge>}
    </>
  );
}

/** A name that leads to the page of its account, for those who may see it. */
export function AccountLink({ account }: { readonly account: Pick<AccountDto, 'id' | 'name'> }) {
  if (!useVisit().caller.may('accounts.read')) return <Text>{account.name}</Text>;
  return <TextLink to={`accounts/${account.id}`}>{account.name}</TextLink>;
}

/** The group of an account; a dash for none. */
export function GroupName({ id, names }: { readonly id: number | null; readonly names: Names }) {
  const words = useWords('account');
  return id === null ? <>{words.noGroup}</> : <NameOrId id={id} names={names} />;
}
