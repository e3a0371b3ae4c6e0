import { MAIL_SECURITIES } from '../../notifications/mail/mail-server.entity.js';
import {
  mailServerSet,
  type MailServerDto,
} from '../../operations/notifications/mail-server.operations.js';
import { FormDisclosure, DetailsCard } from '../../pages/card.js';
import { Choice, Form, Input, type FormState } from '../../pages/form.js';
import { Code, YesNo } from '../../pages/values.js';
import { formFor } from '../operations/form-for.js';
import { DoneNotice } from '../shell/done-notice.js';
import { ShopParts } from '../shop/shop-parts.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** The page of the mail server, below the home page. */
export const MAIL_SERVER = 'shop/mail-server';
const USUAL_PORT = '587';

interface PartProps {
  /** Undefined while there is none. */
  readonly server: MailServerDto | undefined;
  readonly state?: FormState;
}

/** The mail server of notifications, without its password. */
export function mailServerPage(visit: Visit, { server, state }: PartProps): Page {
  const words = wordsOf(visit.language, 'mailServer');
  const mayEdit = visit.caller.may('settings.edit');
  return {
    title: words.mailServer,
    content: (
      <>
        <ShopParts />
        <DoneNotice said={{ saved: words.saved, removed: words.removed }} />
        {server ? <Facts server={server} /> : <p class="empty">{words.none}</p>}
        {mayEdit && <Settings server={server} {...(state && { state })} />}
        {mayEdit && server && (
          <FormDisclosure
            title={words.removeTitle}
            to={`${MAIL_SERVER}/remove`}
            button={words.forget}
            kind="danger"
          />
        )}
      </>
    ),
  };
}

function Facts({ server }: { readonly server: MailServerDto }) {
  const words = useWords('mailServer');
  return (
    <DetailsCard
      entries={[
        [words.host, <Code>{`${server.host}:${server.port}`}</Code>],
        [words.security, words.securities[server.security]],
        server.username !== '' && [words.username, <Code>{server.username}</Code>],
        [words.hasPassword, <YesNo value={server.has_password} />],
        [words.from, <Code>{server.from}</Code>],
      ]}
    />
  );
}

function Settings({ server, state }: PartProps) {
  const words = useWords('mailServer');
  return (
    <section class="card">
      <Form
        to={MAIL_SERVER}
        state={state}
        label={words.mailServer}
        button={words.save}
        {...formFor(mailServerSet, server ?? {})}
      >
        <Input name="host" label={words.host} />
        <Input name="port" label={words.port} value={USUAL_PORT} />
        <Choice
          name="security"
          label={words.security}
          options={MAIL_SECURITIES.map((one) => [one, words.securities[one]] as const)}
          value="starttls"
        />
        <Input name="username" label={words.username} hint={words.usernameHint} />
        <Input
          name="password"
          type="password"
          label={words.password}
          hint={words.passwordHint}
          autocomplete="new-password"
        />
        <Input name="from" label={words.from} />
      </Form>
    </section>
  );
}
