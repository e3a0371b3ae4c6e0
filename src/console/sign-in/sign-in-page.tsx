import { placeOf } from '../../pages/kept-documents.js';
import { Form, Input, type FormState } from '../../pages/form.js';
import { Notice } from '../../pages/notice.js';
import { doneIn, DoneNotice } from '../shell/done-notice.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import type { ConnectionFault } from './connection.js';
import { wordsOf } from '../../pages/words.js';

const SHOWN = { name: placeOf('name'), next: placeOf('next') };

/** The form for name and password. */
export function signInPage(
  visit: Visit,
  { fault, values: { name = '', next = '' } = {} }: FormState,
  connection: ConnectionFault | undefined,
  baseUrl: string,
): Page {
  const { language } = visit.placed;
  const words = wordsOf(language, 'signIn');
  const state = { fault, values: SHOWN };
  const said = { 'signed-out': words.signedOut, 'password-set': words.passwordSet };
  return {
    title: words.signIn,
    isBare: true,
    status: fault?.status,
    kept: {
      variant: JSON.stringify([doneIn(visit, said), connection, fault]),
      texts: { name, next },
    },
    content: (
      <>
        <DoneNotice said={said} />
        {connection === 'unencrypted' && <Notice kind="bad">{words.unencrypted}</Notice>}
        {connection === 'cookie-refused' && (
          <Notice kind="bad">
            {words.cookieRefused({ address: `${baseUrl.replace(/\/$/, '')}/console` })}
          </Notice>
        )}
        <Form to="sign-in" state={state} hidden={{ next: SHOWN.next }} button={words.signIn}>
          <Input name="name" label={words.name} autocomplete="username" />
          <Input
            name="password"
            label={words.password}
            type="password"
            autocomplete="current-password"
          />
        </Form>
      </>
    ),
  };
}
