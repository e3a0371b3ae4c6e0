import type { OpenLink } from '../../people/links/links.repository.js';
import { Form, Input, type FormState } from '../../pages/form.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** The form of a link. It asks before it signs in, since programs that look at links before a person does would use it up. */
export function linkPage(visit: Visit, link: OpenLink, secret: string, state: FormState): Page {
  const words = wordsOf(visit.language, 'signIn');
  const { name, signsIn } = link;
  const title = signsIn ? words.signIn : words.linkTitle;
  const isFirst = name === null && !signsIn;
  return {
    title,
    isBare: true,
    status: state.fault?.status,
    content: (
      <>
        <p>{isFirst ? words.linkFirst : words.linkFor({ name: name ?? '' })}</p>
        <Form
          to={`link/${secret}`}
          state={state}
          label={title}
          button={signsIn ? words.signIn : words.setPassword}
        >
          {signsIn ? null : <PasswordFields isFirst={isFirst} />}
        </Form>
      </>
    ),
  };
}

/** By which an operator sets the password; the first operator chooses a name as well. */
function PasswordFields({ isFirst }: { readonly isFirst: boolean }) {
  const words = useWords('signIn');
  const secret = { type: 'password', autocomplete: 'new-password' } as const;
  return (
    <>
      {isFirst && (
        <Input
          name="name"
          label={words.name}
          hint={words.nameHint}
          autocomplete="username"
          maxLength={64}
        />
      )}
      <Input {...secret} name="password" label={words.password} hint={words.passwordHint} />
      <Input {...secret} name="repeat" label={words.repeat} />
    </>
  );
}

/** The answer to a link that was used, replaced, or never existed. */
export function deadLinkPage({ language }: Visit): Page {
  const words = wordsOf(language, 'signIn');
  return {
    title: words.linkDeadTitle,
    isBare: true,
    status: 404,
    kept: { variant: 'dead link', texts: {} },
    content: <p>{words.linkDead}</p>,
  };
}
