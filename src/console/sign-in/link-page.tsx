import type { ComponentChildren } from 'preact';
import type { OpenLink } from '../../people/links/links.repository.js';
import { Form, Input, type FormState } from '../../pages/form.js';
import { isolated } from '../../pages/language.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { SIGN_IN_WORDS } from './sign-in-words.js';

/** The form of a link. */
export function linkPage(visit: Visit, link: OpenLink, secret: string, state: FormState): Page {
  const form = link.signsIn ? signInForm(visit, link) : passwordForm(visit, link);
  const { title, whose, fields, submit } = form;
  return {
    title,
    isBare: true,
    status: state.fault?.status,
    content: (
      <>
        <p>{whose}</p>
        <Form to={`link/${secret}`} state={state} label={title} button={submit}>
          {fields}
        </Form>
      </>
    ),
  };
}

interface LinkForm {
  readonly title: string;
  /** For whom the link is. */
  readonly whose: string;
  readonly fields: ComponentChildren;
  readonly submit: string;
}

/** The form by which the operator of a link sets the password; the first operator chooses a name as well. */
function passwordForm({ language }: Visit, { name }: OpenLink): LinkForm {
  const words = SIGN_IN_WORDS[language];
  return {
    title: words.linkTitle,
    whose: name === null ? words.linkFirst : words.linkFor(isolated(name)),
    fields: (
      <>
        {name === null && (
          <Input
            name="name"
            label={words.name}
            hint={words.nameHint}
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
        <Input name="repeat" label={words.repeat} type="password" autocomplete="new-password" />
      </>
    ),
    submit: words.setPassword,
  };
}

/** Asks whether to sign in, since programs that look at links before a person does would use it up. */
function signInForm({ language }: Visit, { name }: OpenLink): LinkForm {
  const words = SIGN_IN_WORDS[language];
  const { signIn } = words;
  return {
    title: signIn,
    whose: words.linkFor(isolated(name ?? '')),
    fields: null,
    submit: signIn,
  };
}

/** The answer to a link that was used, replaced, or never existed. */
export function deadLinkPage({ language }: Visit): Page {
  const words = SIGN_IN_WORDS[language];
  return {
    title: words.linkTitle,
    isBare: true,
    status: 404,
    kept: { variant: 'dead link', texts: {} },
    content: <p>{words.linkDead}</p>,
  };
}
