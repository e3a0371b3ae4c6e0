import { ERROR_STATUS_MODES } from '../../common/http/souk-request.js';
import { ORDER_UUID_MODES } from '../../config/variables.js';
import { accountSet, type AccountDto } from '../../operations/accounts/account.operations.js';
import type { groupList } from '../../operations/accounts/group.lists.js';
import type { PageOf } from '../../operations/lists/list.js';
import { Check, Choice, Form, Input, type FormState } from '../../pages/form.js';
import { PageLink } from '../../pages/text-links.js';
import { formFor } from '../operations/form-for.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { accountFrame } from './account-frame.js';
import { ChangesLink } from '../shell/changes-link.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** What the page of the settings shows. */
interface ShownSettings {
  readonly account: AccountDto;
  readonly groups: PageOf<typeof groupList>;
}

/** The settings of an account. */
export function settingsPage(visit: Visit, shown: ShownSettings, state: FormState = {}): Page {
  const { account } = shown;
  const words = wordsOf(visit.language, 'account');
  const limit = { hint: words.limitHint };
  return accountFrame({
    account,
    part: 'settings',
    said: { changed: words.wasChanged },
    content: (
      <>
        <section class="card">
          <Form
            to={`accounts/${account.id}/settings`}
            state={state}
            label={words.settings}
            button={words.save}
            {...formFor(accountSet, account)}
          >
            <Input name="name" label={words.name} />
            <Input name="email" label={words.email} />
            <Input name="phone" label={words.phone} />
            <Input name="telegram" label={words.telegram} />
            <Input name="tags" label={words.tags} hint={words.tagsHint} />
            <Input name="note" label={words.note} />
            <Input name="low_balance" label={words.tellBelow} hint={words.tellBelowHint} />
            <Group groups={shown.groups} />
            <Check name="show_unavailable" label={words.showUnavailable} />
            <Check name="testing" label={words.testing} />
            <Input {...limit} name="requests_per_minute" label={words.requestsPerMinute} />
            <Input {...limit} name="orders_per_minute" label={words.ordersPerMinute} />
            <Modes />
          </Form>
        </section>
        <ChangesLink target={`account ${account.id}`} />
      </>
    ),
  });
}

/** A list to choose from, unless there are more groups than a list shows well. */
function Group({ groups: { items, next } }: Pick<ShownSettings, 'groups'>) {
  const words = useWords('account');
  if (next !== null) return <Input name="group_id" label={words.group} />;
  const groups = items.map(({ id, name }) => [String(id), name] as const);
  return (
    <>
      <Choice name="group_id" label={words.group} options={[['', words.noGroup], ...groups]} />
      {groups.length === 0 && (
        <p class="hint">
          {words.noGroups} <PageLink to="groups">{words.toNewGroup}</PageLink>
        </p>
      )}
    </>
  );
}

/** The names of the modes are those of the API. */
function Modes() {
  const words = useWords('account');
  const optionsOf = (modes: readonly string[]) => [
    ['', words.serverDefault] as const,
    ...modes.map((mode) => [mode, mode] as const),
  ];
  return (
    <>
      <Choice
        name="error_http_status"
        label={words.errorHttpStatus}
        options={optionsOf(ERROR_STATUS_MODES)}
      />
      <Choice name="order_uuid" label={words.orderUuid} options={optionsOf(ORDER_UUID_MODES)} />
    </>
  );
}
