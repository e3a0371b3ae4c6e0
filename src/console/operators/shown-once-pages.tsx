import type { InvitedOperatorDto } from '../../operations/people/operator.operations.js';
import type { IssuedOperatorToken } from '../../people/tokens/operator-tokens.service.js';
import { Secret } from '../../pages/secret.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { addressOf } from './operator-page.js';
import { LinkLine } from '../../pages/text-links.js';
import { wordsOf } from '../../pages/words.js';

/** The link by which an operator sets its password; it is shown this once. */
export function invitedPage({ language }: Visit, { operator, link }: InvitedOperatorDto): Page {
  const words = wordsOf(language, 'operator');
  return {
    title: words.linkFor({ name: operator.name }),
    content: (
      <>
        <p>{words.linkOnce}</p>
        <Secret>{link}</Secret>
        <LinkLine to={addressOf(operator.name)}>{words.goOn}</LinkLine>
      </>
    ),
  };
}

/** A new token; it is shown this once. */
export function issuedTokenPage(
  { language }: Visit,
  { operator, token }: IssuedOperatorToken,
): Page {
  const words = wordsOf(language, 'operator');
  return {
    title: words.tokenOf({ name: operator }),
    content: (
      <>
        <p>{words.tokenOnce}</p>
        <Secret>{token}</Secret>
        <LinkLine to="operator-tokens">{words.goOn}</LinkLine>
      </>
    ),
  };
}
