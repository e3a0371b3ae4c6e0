import type { ComponentProps } from 'preact';
import { DEFAULT_SCOPES } from '../../account/access/scopes.js';
import type { ListedAccountTokenDto, tokenList } from '../../operations/accounts/token.lists.js';
import {
  tokenIssue,
  type IssuedAccountTokenDto,
} from '../../operations/accounts/token.operations.js';
import type { AccountDto } from '../../operations/accounts/account.operations.js';
import { Card, FormDisclosure, Disclosure } from '../../pages/card.js';
import { LinkLine } from '../../pages/text-links.js';
import { Input } from '../../pages/form.js';
import { Notice } from '../../pages/notice.js';
import { Secret } from '../../pages/secret.js';
import { moneyColumn, Table, type Column } from '../../pages/table.js';
import { Code, Time } from '../../pages/values.js';
import { accountFrame } from '../accounts/account-frame.js';
import { formFor } from '../operations/form-for.js';
import type { Listed } from '../operations/list-page.decorator.js';
import { ListLinks } from '../shell/list-links.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { LastUse, TokenFields, TokenLink, TokenState } from './token-parts.js';
import { TokenQuestion } from '../token-question/token-question.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** The tokens of an account, and a form for a new one. */
export function tokensPage(
  visit: Visit,
  account: AccountDto,
  { found, refused }: Listed<typeof tokenList>,
): Page {
  const words = wordsOf(visit.language, 'token');
  const place = `accounts/${account.id}/tokens`;
  return accountFrame({
    account,
    part: 'tokens',
    content: (
      <>
        <Table
          label={words.token}
          columns={columnsFor(visit)}
          rows={found.items}
          whenEmpty={words.none}
        />
        <ListLinks path={place} next={found.next} />
        {visit.caller.may('tokens.issue') && (
          <NewToken to={place} state={refused?.state} isOpen={found.items.length === 0} />
        )}
        <Disclosure title={words.whose}>
          <TokenQuestion />
        </Disclosure>
      </>
    ),
  });
}

function columnsFor({ language }: Visit): Column<ListedAccountTokenDto>[] {
  const words = wordsOf(language, 'token');
  const { never } = wordsOf(language, 'common');
  return [
    [words.token, (token) => <TokenLink token={token} />],
    [words.number, ({ id }) => <Code>{id}</Code>],
    [words.state, (token) => <TokenState token={token} />],
    [words.scopes, ({ scopes }) => <Code>{scopes.join(', ')}</Code>],
    moneyColumn(words.dailyCap, 'daily_cap'),
    [words.expires, ({ expires_at: time }) => (time === null ? never : <Time value={time} />)],
    [words.lastUsed, (token) => <LastUse token={token} />],
  ];
}

type NewTokenProps = Pick<ComponentProps<typeof FormDisclosure>, 'to' | 'state' | 'isOpen'>;

function NewToken(props: NewTokenProps) {
  const words = useWords('token');
  const expires = { label: words.expires, hint: words.expiresHint };
  return (
    <FormDisclosure
      {...props}
      title={words.issue}
      button={words.issueButton}
      {...formFor(tokenIssue, { scopes: DEFAULT_SCOPES })}
    >
      <TokenFields />
      <Input {...expires} type="datetime-local" name="expires_at" />
    </FormDisclosure>
  );
}

/** A token that was just made, as the answer of its form. */
export function issuedPage(visit: Visit, account: AccountDto, issued: IssuedAccountTokenDto): Page {
  const words = wordsOf(visit.language, 'token');
  return accountFrame({
    account,
    part: 'tokens',
    content: (
      <Card title={words.issued}>
        <Notice kind="good">{words.shownOnce}</Notice>
        <Secret>{issued.token}</Secret>
        <LinkLine to={`accounts/${account.id}/tokens`}>{words.back}</LinkLine>
      </Card>
    ),
  });
}
