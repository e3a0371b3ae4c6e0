import type { InvitedOperatorDto } from '../../operations/people/operator.operations.js';
import type { IssuedOperatorToken } from '../../people/tokens/operator-tokens.service.js';
import { ShownOnce } from '../operations/shown-once.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { addressOf } from './operator-page.js';
import { wordsOf } from '../../pages/words.js';

/** The link by which an operator sets its password; it is shown this once. */
export function invitedPage({ language }: Visit, { operator, link }: InvitedOperatorDto): Page {
  const words = wordsOf(language, 'operator');
  const content = (
    <ShownOnce {...{ said: words.linkOnce, secret: link }} to={addressOf(operator.name)} />
  );
  return { title: words.linkFor({ name: operator.name }), content };
}

/** A new token; it is shown this once. */
export function issuedTokenPage(
  { language }: Visit,
  { operator, token }: IssuedOperatorToken,
): Page {
  const words = wordsOf(language, 'operator');
  const content = <ShownOnce {...{ said: words.tokenOnce, secret: token }} to="operator-tokens" />;
  return { title: words.tokenOf({ name: operator }), part: 'operators', content };
}
