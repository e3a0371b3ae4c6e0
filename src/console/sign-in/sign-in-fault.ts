import {
  SessionInvalidError,
  SignInBusyError,
  SignInDelayedError,
  SignInRefusedError,
} from '../../people/operators.errors.js';
import type { FormFault } from '../../pages/form.js';
import type { Language } from '../../locales/language.js';
import { pageOfStage } from '../access/sign-in-pages.js';
import { formFault } from '../http/form-fault.js';
import { SeeOther, SeeOtherError } from '../visit/see-other.js';
import { wordsOf } from '../../pages/words.js';

/**
 * Why a step of a sign-in was refused, in the language of the page.
 * @throws the error if it is no refusal; SeeOtherError to the first step if the session has ended
 */
export function signInFault(error: unknown, language: Language): FormFault {
  const words = wordsOf(language, 'signIn');
  if (error instanceof SessionInvalidError) {
    throw new SeeOtherError(new SeeOther(pageOfStage(undefined)));
  }
  if (error instanceof SignInRefusedError) return fault(401, words.proofRefused);
  if (error instanceof SignInDelayedError) {
    return fault(429, words.delayed({ seconds: error.retryAfterSeconds }));
  }
  if (error instanceof SignInBusyError) return fault(429, words.busy);
  return formFault(error);
}

/** The same of the first step, which had nothing to change; it never says whether the name or the password is wrong. */
export function firstStepFault(error: unknown, language: Language): FormFault {
  const { refused } = wordsOf(language, 'signIn');
  const isRefused = error instanceof SignInRefusedError;
  const told = isRefused ? fault(401, refused) : signInFault(error, language);
  return { ...told, saysAll: told.status < 500 && told.message !== '' };
}

/** The same of somebody who has signed in and has typed the present password again, which alone can be wrong. */
export function presentPasswordFault(error: unknown, language: Language): FormFault {
  if (!(error instanceof SignInRefusedError)) return signInFault(error, language);
  return { ...fault(401, ''), fields: { present: wordsOf(language, 'own').wrongPassword } };
}

/** The password was not repeated as it was typed. */
export function mismatchFault(language: Language): FormFault {
  const { mismatch: message } = wordsOf(language, 'signIn');
  return { status: 422, message, fields: { repeat: message } };
}

function fault(status: number, message: string): FormFault {
  return { status, message, fields: {} };
}
