import type { VNode } from 'preact';
import { ERROR_STATUS_MODES } from '../../common/http/souk-request.js';
import { ORDER_UUID_MODES } from '../../config/variables.js';
import { entityTagOf } from '../../admin/http/precondition.js';
import type { AccountDto } from '../../operations/accounts/account.operations.js';
import type { groupList } from '../../operations/accounts/group.lists.js';
import type { PageOf } from '../../operations/lists/list.js';
import { ENTITY_TAG_FIELD, Check, Choice, Form, Input, type FormState } from '../../pages/form.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { accountFrame } from './account-frame.js';
import { settingsOf } from './account-settings.js';
import { ChangesLink } from '../shell/changes-link.js';
import { ACCOUNT_WORDS } from './account-words.js';

/** What the page of the settings shows. */
export interface ShownSettings {
  readonly account: AccountDto;
  readonly groups: PageOf<typeof groupList>;
}

/** The settings of an account. Without typed values its fields hold the present ones. */
export function settingsPage(visit: Visit, shown: ShownSettings, state: FormState = {}): Page {
  const { account } = shown;
  const words = ACCOUNT_WORDS[visit.language];
  const filled: FormState = { ...state, values: state.values ?? settingsOf(account) };
  const isTicked = (name: string): boolean => filled.values?.[name] !== undefined;
  return accountFrame(visit, {
    account,
    part: 'settings',
    fault: state.fault,
    said: { changed: words.wasChanged },
    content: (
      <>
        <section class="card">
          <Form
            to={`accounts/${account.id}/settings`}
            hidden={{ [ENTITY_TAG_FIELD]: entityTagOf(account) }}
            state={filled}
            label={words.settings}
            button={words.save}
          >
            <Input name="name" label={words.name} maxLength={200} state={filled} />
            <Input name="email" label={words.email} maxLength={320} isOptional state={filled} />
            <Group visit={visit} shown={shown} state={filled} />
            <Check
              name="show_unavailable"
              label={words.showUnavailable}
              isChecked={isTicked('show_unavailable')}
            />
            <Check name="testing" label={words.testing} isChecked={isTicked('testing')} />
            <Limits visit={visit} state={filled} />
            <Modes visit={visit} state={filled} />
          </Form>
        </section>
        <ChangesLink visit={visit} target={`account ${account.id}`} />
      </>
    ),
  });
}

interface PartProps {
  readonly visit: Visit;
  readonly state: FormState;
}

/** A list to choose from, unless there are more groups than a list shows well. */
function Group({ visit, shown, state }: PartProps & { readonly shown: ShownSettings }): VNode {
  const words = ACCOUNT_WORDS[visit.language];
  const { items, next } = shown.groups;
  if (next !== null) {
    return <Input name="group_id" label={words.group} isDecimal isOptional state={state} />;
  }
  const groups = items.map(({ id, name }) => [String(id), name] as const);
  return (
    <>
      <Choice
        name="group_id"
        label={words.group}
        options={[['', words.noGroup], ...groups]}
        state={state}
      />
      {groups.length === 0 && (
        <p class="hint">
          {words.noGroups} <a href={visit.links.to('groups')}>{words.toNewGroup}</a>
        </p>
      )}
    </>
  );
}

function Limits({ visit, state }: PartProps): VNode {
  const words = ACCOUNT_WORDS[visit.language];
  const field = { hint: words.limitHint, isDecimal: true, isOptional: true, state };
  return (
    <>
      <Input name="requests_per_minute" label={words.requestsPerMinute} {...field} />
      <Input name="orders_per_minute" label={words.ordersPerMinute} {...field} />
    </>
  );
}

/** The names of the modes are those of the API. */
function Modes({ visit, state }: PartProps): VNode {
  const words = ACCOUNT_WORDS[visit.language];
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
        state={state}
      />
      <Choice
        name="order_uuid"
        label={words.orderUuid}
        options={optionsOf(ORDER_UUID_MODES)}
        state={state}
      />
    </>
  );
}
