import type { OfferedSecret } from '../../operators/two-factor/two-factor.service.js';
import { FaultNotice, Form, Submit, type FormState } from '../../pages/form.js';
import { Code } from '../../pages/values.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { CodeInput, Offer } from './second-factor.js';
import { SIGN_IN_WORDS } from './sign-in-words.js';

/** The form for a code of the authenticator. */
export function codePage({ language, links }: Visit, state: FormState): Page {
  const words = SIGN_IN_WORDS[language];
  return {
    title: words.twoFactor,
    isBare: true,
    status: state.fault?.status,
    content: (
      <Form action={links.to('sign-in/code')} state={state} label={words.twoFactor}>
        <CodeInput />
        <Submit>{words.confirm}</Submit>
      </Form>
    ),
  };
}

/** What is to be done, before a key is made. */
export function beginEnrolmentPage({ language, links }: Visit): Page {
  const words = SIGN_IN_WORDS[language];
  return {
    title: words.enrolTitle,
    isBare: true,
    content: (
      <>
        <p>{words.enrolIntro}</p>
        <Form action={links.to('sign-in/two-factor')} label={words.enrolTitle}>
          <Submit>{words.begin}</Submit>
        </Form>
      </>
    ),
  };
}

/** @param offered undefined after a wrong code, when the authenticator has the key already. */
export function enrolmentPage(
  { language, links }: Visit,
  offered: OfferedSecret | undefined,
  state: FormState,
): Page {
  const words = SIGN_IN_WORDS[language];
  return {
    title: words.enrolTitle,
    isBare: true,
    status: state.fault?.status,
    content: (
      <>
        {state.fault && <FaultNotice fault={state.fault} />}
        {offered && <Offer offered={offered} />}
        <Form action={links.to('sign-in/two-factor')} label={words.twoFactor}>
          <CodeInput />
          <Submit>{words.confirm}</Submit>
        </Form>
        {!offered && (
          <Form action={links.to('sign-in/two-factor')} label={words.startAgain}>
            <Submit kind="plain">{words.startAgain}</Submit>
          </Form>
        )}
      </>
    ),
  };
}

/** The recovery codes, which are shown this once. */
export function recoveryCodesPage({ language, links }: Visit, codes: readonly string[]): Page {
  const words = SIGN_IN_WORDS[language];
  return {
    title: words.recoveryTitle,
    isBare: true,
    content: (
      <>
        <p>{words.recoveryIntro}</p>
        <ul class="codes">
          {codes.map((code) => (
            <li key={code}>
              <Code>{code}</Code>
            </li>
          ))}
        </ul>
        <p>
          <a href={links.home}>{words.goOn}</a>
        </p>
      </>
    ),
  };
}
