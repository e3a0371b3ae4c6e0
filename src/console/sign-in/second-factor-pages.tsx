import type { OfferedSecret } from '../../people/two-factor/two-factor.service.js';
import { FaultNotice, Form, Input, type FormState } from '../../pages/form.js';
import { QrCode } from '../../pages/qr-code.js';
import { CodeList, Secret } from '../../pages/secret.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** The form for a code of the authenticator. */
export function codePage({ language }: Visit, state: FormState): Page {
  const words = wordsOf(language, 'signIn');
  return {
    title: words.twoFactor,
    isBare: true,
    status: state.fault?.status,
    content: (
      <Form to="sign-in/code" state={state} label={words.twoFactor} button={words.confirm}>
        <CodeInput />
      </Form>
    ),
  };
}

/** What is to be done, before a key is made. */
export function beginEnrolmentPage({ language }: Visit): Page {
  const words = wordsOf(language, 'signIn');
  return {
    title: words.enrolTitle,
    isBare: true,
    content: (
      <>
        <p>{words.enrolIntro}</p>
        <Form to="sign-in/two-factor" label={words.enrolTitle} button={words.begin} />
      </>
    ),
  };
}

/** @param offered undefined after a wrong code, when the authenticator has the key already. */
export function enrolmentPage(
  { language }: Visit,
  offered: OfferedSecret | undefined,
  state: FormState,
): Page {
  const words = wordsOf(language, 'signIn');
  return {
    title: words.enrolTitle,
    isBare: true,
    status: state.fault?.status,
    content: (
      <>
        {state.fault && <FaultNotice fault={state.fault} />}
        {offered && <Offer offered={offered} />}
        <Form to="sign-in/two-factor" label={words.twoFactor} button={words.confirm}>
          <CodeInput hint={words.appCodeHint} />
        </Form>
        {!offered && <Form to="sign-in/two-factor" button={words.startAgain} kind="plain" />}
      </>
    ),
  };
}

/** The recovery codes, which are shown this once. */
export function recoveryCodesPage({ language, links }: Visit, codes: readonly string[]): Page {
  const words = wordsOf(language, 'signIn');
  return {
    title: words.recoveryTitle,
    isBare: true,
    content: (
      <>
        <p>{words.recoveryIntro}</p>
        <CodeList codes={codes} />
        <p>
          <a href={links.home}>{words.goOn}</a>
        </p>
      </>
    ),
  };
}

/** What an authenticator is set up with. */
export function Offer({ offered }: { readonly offered: OfferedSecret }) {
  const words = useWords('signIn');
  return (
    <>
      <p>{words.secretIntro}</p>
      <QrCode text={offered.uri} label={words.qrCode} />
      <Secret>{offered.secret}</Secret>
      <p>
        <a href={offered.uri}>{words.openApp}</a>
      </p>
    </>
  );
}

/** For a code of the authenticator; where nothing else is said, also for a recovery code. */
export function CodeInput({ hint }: { readonly hint?: string }) {
  const words = useWords('signIn');
  return (
    <Input
      name="code"
      label={words.code}
      hint={hint ?? words.codeHint}
      autocomplete="one-time-code"
      maxLength={40}
    />
  );
}
