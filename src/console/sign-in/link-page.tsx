import type { OpenLink } from '../../operators/links/links.repository.js';
import { Form, Input, Submit, type FormState } from '../../pages/form.js';
import { isolated } from '../../pages/language.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { SIGN_IN_WORDS } from './sign-in-words.js';

/** The form of a link. */
export function linkPage(visit: Visit, link: OpenLink, secret: string, state: FormState): Page {
  return link.signsIn
    ? signInPage(visit, link, secret, state)
    : passwordPage(visit, link, secret, state);
}

/** The form by which the operator of a link sets the password; the first operator chooses a name as well. */
function passwordPage(
  { language, links }: Visit,
  { name }: OpenLink,
  secret: string,
  state: FormState,
): Page {
  const words = SIGN_IN_WORDS[language];
  return {
    title: words.linkTitle,
    isBare: true,
    status: state.fault?.status,
    content: (
      <>
        <p>{name === null ? words.linkFirst : words.linkFor(isolated(name))}</p>
        <Form action={links.to(`link/${secret}`)} state={state} label={words.linkTitle}>
          {name === null && (
            <Input
              name="name"
              label={words.name}
              hint={words.nameHint}
              state={state}
              autocomplete="username"
              maxLength={64}
            />
          )}
          <Input
            name="password"
            label={words.password}
            hint={words.passwordHint}
            type="password"
            autocomplete="new-password"
          />
          <Input
            name="repeat"
            label={words.repeat}
            state={state}
            type="password"
            autocomplete="new-password"
          />
          <Submit>{words.setPassword}</Submit>
        </Form>
      </>
    ),
  };
}

/** Asks whether to sign in, since programs that look at links before a person does would use it up. */
function signInPage(
  { language, links }: Visit,
  { name }: OpenLink,
  secret: string,
  state: FormState,
): Page {
  const words = SIGN_IN_WORDS[language];
  return {
    title: words.signIn,
    isBare: true,
    status: state.fault?.status,
    content: (
      <>
        <p>{words.linkFor(isolated(name ?? ''))}</p>
        <Form action={links.to(`link/${secret}`)} state={state} label={words.signIn}>
          <Submit>{words.signIn}</Submit>
        </Form>
      </>
    ),
  };
}

/** The answer to a link that was used, replaced, or never existed. */
export function deadLinkPage({ language }: Visit): Page {
  const words = SIGN_IN_WORDS[language];
  return { title: words.linkTitle, isBare: true, status: 404, content: <p>{words.linkDead}</p> };
}
