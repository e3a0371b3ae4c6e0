import type { ListedAccountDto } from '../../operations/accounts/account.lists.js';
import type { AccountDto } from '../../operations/accounts/account.operations.js';
import { moneyColumn, type Column } from '../../pages/table.js';
import { TextLink } from '../../pages/text-links.js';
import { Badge, Code, Text, Time } from '../../pages/values.js';
import { NameOrId } from '../shell/account-name.js';
import type { Names } from '../shell/thing-naming.service.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';
import { useWords, type Words, wordsOf } from '../../pages/words.js';

/** Whether an account may use the API, and whether its orders are halted. */
export function AccountState({ account }: { readonly account: AccountDto | ListedAccountDto }) {
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

function groupColumn(words: Words<'account'>, names: Names): Column<ListedAccountDto> {
  const name = (id: number | null) =>
    id === null ? words.noGroup : <NameOrId {...{ id, names }} />;
  return [words.group, ({ group_id: id }) => name(id), { place: 'more' }];
}

/** The columns of a list of accounts. @param groups their names; undefined where all are of one */
export function accountColumns(visit: Visit, groups?: Names): Column<ListedAccountDto>[] {
  const words = wordsOf(visit.language, 'account');
  const balance = moneyColumn<ListedAccountDto>(words.balance, 'balance', { place: 'main' });
  return [
    [words.name, (account) => <AccountLink account={account} />, { place: 'title' }],
    [words.id, ({ id }) => <Code>{id}</Code>, { place: 'more' }],
    [words.state, (account) => <AccountState account={account} />, { place: 'state' }],
    [words.email, ({ email }) => <Text>{email}</Text>, { place: 'who' }],
    ...(groups ? [groupColumn(words, groups)] : []),
    [words.created, ({ created_at: time }) => <Time value={time} />, { place: 'time' }],
    ...(visit.caller.may('balance.read') ? [balance] : []),
  ];
}
