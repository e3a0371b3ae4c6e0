import { tokenSet, type AccountTokenDto } from '../../operations/accounts/token.operations.js';
import type { AccountDto } from '../../operations/accounts/account.operations.js';
import { FormCard } from '../../pages/card.js';
import { LinkLine } from '../../pages/text-links.js';
import { FaultNotice, type FormState } from '../../pages/form.js';
import { Details } from '../../pages/table.js';
import { Code, Money, Text, Time } from '../../pages/values.js';
import { accountFrame } from '../accounts/account-frame.js';
import { formFor } from '../operations/form-for.js';
import type { ConfirmQuestion } from '../shell/confirmation.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { TokenFields, TokenState } from './token-parts.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** What the page of a token shows. */
export interface ShownToken {
  readonly account: AccountDto;
  readonly token: AccountTokenDto;
}

/** One token: what it may do, forms that change that, and its end. */
export function tokenPage(visit: Visit, shown: ShownToken, state: FormState = {}): Page {
  const { account, token } = shown;
  const words = wordsOf(visit.language, 'token');
  const place = `accounts/${account.id}/tokens`;
  const isValid = token.revoked_at === null;
  const canChange = isValid && visit.caller.may('tokens.issue');
  return accountFrame({
    account,
    part: 'tokens',
    said: { changed: words.wasChanged, revoked: words.wasRevoked },
    content: (
      <>
        {state.fault && !canChange && <FaultNotice fault={state.fault} />}
        <Facts token={token} />
        <div class="columns">
          {canChange && <Settings token={token} state={state} />}
          {isValid && visit.caller.may('tokens.revoke') && (
            <FormCard
              title={words.revokeTitle}
              to={`${place}/${token.id}/revoke`}
              hint={words.revokeHint}
              button={words.revoke}
              kind="danger"
            />
          )}
        </div>
        <LinkLine to={place}>{words.back}</LinkLine>
      </>
    ),
  });
}

/** Asked before a token is revoked, with what tells which one it is. */
export function revocationQuestion({ language }: Visit, { token }: ShownToken): ConfirmQuestion {
  const { revokeTitle: title, revokeHint: warning, revoke: button } = wordsOf(language, 'token');
  return { title, warning, button, facts: <Facts token={token} /> };
}

type TokenProps = Pick<ShownToken, 'token'>;

function Facts({ token }: TokenProps) {
  const words = useWords('token');
  const { never } = useWords('common');
  const { allowed_ips: ranges, daily_cap: cap, expires_at: expiresAt } = token;
  return (
    <section class="card">
      <Details
        entries={[
          [words.name, <Text>{token.label}</Text>],
          [words.number, <Code>{token.id}</Code>],
          [words.state, <TokenState token={token} />],
          [words.scopes, <Code>{token.scopes.join(', ')}</Code>],
          [
            words.allowedIps,
            ranges.length > 0 ? <Code>{ranges.join(', ')}</Code> : words.everywhere,
          ],
          cap !== null && [words.dailyCap, <Money value={cap} />],
          [words.created, <Time value={token.created_at} />],
          [words.expires, expiresAt === null ? never : <Time value={expiresAt} />],
          token.revoked_at !== null && [words.revokedAt, <Time value={token.revoked_at} />],
        ]}
      />
      {token.family_id !== null && <p>{words.family}</p>}
    </section>
  );
}

function Settings({ token, state }: TokenProps & { readonly state: FormState }) {
  const words = useWords('token');
  return (
    <FormCard
      title={words.change}
      to={`accounts/${token.account_id}/tokens/${token.id}`}
      state={state}
      hint={words.changeHint}
      button={words.save}
      {...formFor(tokenSet, token)}
    >
      <TokenFields />
    </FormCard>
  );
}
