import { Form, Input, Submit, type FormState } from '../../pages/form.js';
import { Notice } from '../../pages/notice.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import type { ConnectionFault } from './connection.js';
import { SIGN_IN_WORDS } from './sign-in-words.js';

/** The form for name and password. */
export function signInPage(
  { language, links, query }: Visit,
  state: FormState,
  connection: ConnectionFault | undefined,
  baseUrl: string,
): Page {
  const words = SIGN_IN_WORDS[language];
  const said = { 'signed-out': words.signedOut, 'password-set': words.passwordSet };
  const done = Object.entries(said).find(([name]) => name === query.get('done'))?.[1];
  return {
    title: words.signIn,
    isBare: true,
    status: state.fault?.status,
    content: (
      <>
        {done !== undefined && <Notice kind="good">{done}</Notice>}
        {connection === 'unencrypted' && <Notice kind="bad">{words.unencrypted}</Notice>}
        {connection === 'cookie-refused' && (
          <Notice kind="bad">{words.cookieRefused(`${baseUrl.replace(/\/$/, '')}/console`)}</Notice>
        )}
        <Form
          action={links.to('sign-in')}
          state={state}
          hidden={{ next: state.values?.next }}
          label={words.signIn}
        >
          <Input name="name" label={words.name} state={state} autocomplete="username" />
          <Input
            name="password"
            label={words.password}
            type="password"
            autocomplete="current-password"
          />
          <Submit>{words.signIn}</Submit>
        </Form>
      </>
    ),
  };
}
