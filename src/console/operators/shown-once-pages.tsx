import type { InvitedOperatorDto } from '../../operations/people/operator.operations.js';
import type { IssuedOperatorToken } from '../../people/tokens/operator-tokens.service.js';
import { isolated } from '../../pages/language.js';
import { Secret } from '../../pages/secret.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { addressOf } from './operator-page.js';
import { LinkLine } from '../../pages/text-links.js';
import { OPERATOR_WORDS } from './operator-words.js';

/** The link by which an operator sets its password; it is shown this once. */
export function invitedPage({ language }: Visit, { operator, link }: InvitedOperatorDto): Page {
  const words = OPERATOR_WORDS[language];
  return {
    title: words.linkFor(isolated(operator.name)),
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
  const words = OPERATOR_WORDS[language];
  return {
    title: words.tokenOf(isolated(operator)),
    content: (
      <>
        <p>{words.tokenOnce}</p>
        <Secret>{token}</Secret>
        <LinkLine to="operator-tokens">{words.goOn}</LinkLine>
      </>
    ),
  };
}
