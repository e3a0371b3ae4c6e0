import type { VNode } from 'preact';
import { DEFAULT_SCOPES } from '../../account/access/scopes.js';
import type { ListedAccountTokenDto, tokenList } from '../../operations/accounts/token.lists.js';
import type { PageOf } from '../../operations/lists/list.js';
import type { IssuedAccountTokenDto } from '../../operations/accounts/token.operations.js';
import type { AccountDto } from '../../operations/accounts/account.operations.js';
import { COMMON_WORDS } from '../../pages/common-words.js';
import { Disclosure } from '../../pages/disclosure.js';
import { Card } from '../../pages/card.js';
import { LinkLine } from '../../pages/text-links.js';
import { Form, Input, Submit } from '../../pages/form.js';
import { Notice } from '../../pages/notice.js';
import { Secret } from '../../pages/secret.js';
import { Table, type Column } from '../../pages/table.js';
import { Code, Money, Time } from '../../pages/values.js';
import { newFormKey } from '../http/form-key.js';
import { accountFrame } from '../accounts/account-frame.js';
import { ListLinks } from '../shell/list-links.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { TokenFields, TokenLink, TokenState, type TokenFormState } from './token-parts.js';
import { TokenQuestion } from '../token-question/token-question.js';
import { TOKEN_WORDS } from '../token-question/token-words.js';

/** What the page of the tokens shows. */
export interface ShownTokens {
  readonly account: AccountDto;
  readonly tokens: PageOf<typeof tokenList>;
}

/** The tokens of an account, and a form for a new one. */
export function tokensPage(visit: Visit, shown: ShownTokens, issue?: TokenFormState): Page {
  const { account, tokens } = shown;
  const words = TOKEN_WORDS[visit.language];
  const place = `accounts/${account.id}/tokens`;
  return accountFrame(visit, {
    account,
    part: 'tokens',
    fault: issue?.fault,
    content: (
      <>
        <Table
          label={words.token}
          columns={columnsFor(visit)}
          rows={tokens.items}
          keyOf={({ id }) => id}
          whenEmpty={words.none}
        />
        <ListLinks visit={visit} path={place} next={tokens.next} />
        {visit.caller.may('tokens.issue') && (
          <Disclosure title={words.issue} isOpen={issue !== undefined || tokens.items.length === 0}>
            <NewToken visit={visit} action={visit.links.to(place)} state={issue ?? {}} />
          </Disclosure>
        )}
        <Disclosure title={words.whose}>
          <TokenQuestion />
        </Disclosure>
      </>
    ),
  });
}

function columnsFor({ language }: Visit): Column<ListedAccountTokenDto>[] {
  const words = TOKEN_WORDS[language];
  const { never } = COMMON_WORDS[language];
  return [
    { title: words.token, cell: (token) => <TokenLink token={token} /> },
    { title: words.number, cell: ({ id }) => <Code>{id}</Code> },
    { title: words.state, cell: (token) => <TokenState token={token} /> },
    { title: words.scopes, cell: ({ scopes }) => <Code>{scopes.join(', ')}</Code> },
    { title: words.dailyCap, cell: ({ daily_cap: cap }) => <Money value={cap} />, isNumber: true },
    {
      title: words.expires,
      cell: ({ expires_at: time }) => (time === null ? never : <Time value={time} />),
    },
    {
      title: words.lastUsed,
      cell: ({ last_used_at: time, last_used_from: address }) => (
        <>
          {time === null ? never : <Time value={time} />}{' '}
          {address !== null && <Code>{address}</Code>}
        </>
      ),
    },
  ];
}

interface NewTokenProps {
  readonly visit: Visit;
  readonly action: string;
  readonly state: TokenFormState;
}

function NewToken({ visit, action, state }: NewTokenProps): VNode {
  const words = TOKEN_WORDS[visit.language];
  return (
    <Form action={action} formKey={newFormKey()} label={words.issue} state={state}>
      <TokenFields state={state} scopes={DEFAULT_SCOPES} />
      <Input
        name="expires_at"
        type="datetime-local"
        label={words.expires}
        hint={words.expiresHint}
        isOptional
        state={state}
      />
      <Submit>{words.issueButton}</Submit>
    </Form>
  );
}

/** A token that was just made, as the answer of its form. */
export function issuedPage(visit: Visit, account: AccountDto, issued: IssuedAccountTokenDto): Page {
  const words = TOKEN_WORDS[visit.language];
  return accountFrame(visit, {
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
