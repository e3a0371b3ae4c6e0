import type { VNode } from 'preact';
import { entityTagOf } from '../../admin/http/precondition.js';
import { MAIL_SECURITIES } from '../../notifications/mail/mail-server.entity.js';
import type { MailServerDto } from '../../operations/notifications/mail-server.operations.js';
import { Disclosure } from '../../pages/disclosure.js';
import { DetailsCard } from '../../pages/card.js';
import { ENTITY_TAG_FIELD, Choice, Form, Input, Submit, type FormState } from '../../pages/form.js';
import { Code, YesNo } from '../../pages/values.js';
import { DoneNotice } from '../shell/done-notice.js';
import { ShopParts } from '../shop/shop-parts.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { MAIL_SERVER_WORDS } from './mail-server-words.js';

/** The page of the mail server, below the home page. */
export const MAIL_SERVER = 'shop/mail-server';
const USUAL_PORT = '587';

interface PartProps {
  readonly visit: Visit;
  /** Undefined while there is none. */
  readonly server: MailServerDto | undefined;
  readonly state?: FormState;
}

/** The mail server of notifications, without its password. */
export function mailServerPage({ visit, server, state }: PartProps): Page {
  const words = MAIL_SERVER_WORDS[visit.language];
  const mayEdit = visit.caller.may('settings.edit');
  return {
    title: words.title,
    status: state?.fault?.status,
    content: (
      <>
        <ShopParts visit={visit} />
        <DoneNotice visit={visit} said={{ saved: words.saved, removed: words.removed }} />
        {server ? <Facts visit={visit} server={server} /> : <p class="empty">{words.none}</p>}
        {mayEdit && <Settings visit={visit} server={server} {...(state && { state })} />}
        {mayEdit && server && (
          <Disclosure title={words.removeTitle}>
            <Form to={`${MAIL_SERVER}/remove`} label={words.removeTitle}>
              <Submit kind="danger">{words.forget}</Submit>
            </Form>
          </Disclosure>
        )}
      </>
    ),
  };
}

function Facts({
  visit,
  server,
}: {
  readonly visit: Visit;
  readonly server: MailServerDto;
}): VNode {
  const words = MAIL_SERVER_WORDS[visit.language];
  return (
    <DetailsCard
      entries={[
        [words.host, <Code>{`${server.host}:${server.port}`}</Code>],
        [words.security, words.securities[server.security]],
        server.username === '' ? undefined : [words.username, <Code>{server.username}</Code>],
        [words.hasPassword, <YesNo value={server.has_password} />],
        [words.from, <Code>{server.from}</Code>],
      ]}
    />
  );
}

function Settings({ visit: { language }, server, state }: PartProps): VNode {
  const words = MAIL_SERVER_WORDS[language];
  return (
    <section class="card">
      <Form
        to={MAIL_SERVER}
        hidden={{ [ENTITY_TAG_FIELD]: entityTagOf(server ?? {}) }}
        state={state}
        label={words.title}
        button={words.save}
      >
        <Input name="host" label={words.host} value={server?.host} maxLength={253} state={state} />
        <Input
          name="port"
          label={words.port}
          value={server ? String(server.port) : USUAL_PORT}
          isDecimal
          state={state}
        />
        <Choice
          name="security"
          label={words.security}
          options={MAIL_SECURITIES.map((one) => [one, words.securities[one]] as const)}
          value={server?.security ?? 'starttls'}
          state={state}
        />
        <Input
          name="username"
          label={words.username}
          hint={words.usernameHint}
          value={server?.username}
          isOptional
          state={state}
        />
        <Input
          name="password"
          type="password"
          label={words.password}
          hint={words.passwordHint}
          autocomplete="new-password"
          isOptional
          state={state}
        />
        <Input name="from" label={words.from} value={server?.from} maxLength={320} state={state} />
      </Form>
    </section>
  );
}
