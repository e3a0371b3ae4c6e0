import type { ListedAccountTokenDto } from '../../operations/accounts/token.lists.js';
import type { AccountDto } from '../../operations/accounts/account.operations.js';
import { DetailsCard } from '../../pages/card.js';
import type { FormFault } from '../../pages/form.js';
import { Notice } from '../../pages/notice.js';
import { Code } from '../../pages/values.js';
import { AccountLink, AccountState } from '../accounts/account-parts.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { LastUse, TokenLink, TokenState } from './token-parts.js';
import { TokenQuestion } from '../token-question/token-question.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** A token that was found by itself. */
export interface OwnedToken {
  readonly account: AccountDto;
  readonly token: ListedAccountTokenDto;
}

interface Answer {
  /** Null for no token of an account; undefined if nothing was asked. */
  readonly found?: OwnedToken | null;
  readonly fault?: FormFault | undefined;
}

/** A form for a token that was found somewhere, and to whom the one that was sent belongs. */
export function tokenOwnerPage(visit: Visit, { found, fault }: Answer = {}): Page {
  const words = wordsOf(visit.language, 'token');
  return {
    ...{ title: words.whose, part: 'accounts' },
    status: fault?.status,
    content: (
      <>
        {found === null && <Notice kind="plain">{words.nobodys}</Notice>}
        {found && <Owner found={found} />}
        <TokenQuestion fault={fault} />
      </>
    ),
  };
}

function Owner({ found }: { readonly found: OwnedToken }) {
  const { account, token } = found;
  const words = useWords('token');
  return (
    <DetailsCard
      entries={[
        [
          useWords('account').account,
          <>
            <AccountLink account={account} /> <AccountState account={account} />
          </>,
        ],
        [words.token, <TokenLink token={token} />],
        [words.number, <Code>{token.id}</Code>],
        [words.state, <TokenState token={token} />],
        [words.lastUsed, <LastUse token={token} />],
      ]}
    />
  );
}
