import type { VNode } from 'preact';
import { SCOPES } from '../../account/access/scopes.js';
import type { AccountTokenDto } from '../../operations/accounts/token.operations.js';
import { FaultText } from '../../pages/fault-text.js';
import { Check, Input, TextArea, type FormState } from '../../pages/form.js';
import { isolated } from '../../pages/language.js';
import { usePage, useWords } from '../../pages/page-context.js';
import { Badge, Text } from '../../pages/values.js';
import type { RefusedForm } from '../http/refused-form.js';
import { TOKEN_WORDS } from '../token-question/token-words.js';

/** Whether a token is valid. */
export function TokenState({ token }: { readonly token: AccountTokenDto }): VNode {
  const words = useWords(TOKEN_WORDS);
  const { revoked_at: revokedAt, expires_at: expiresAt } = token;
  if (revokedAt !== null) return <Badge kind="bad">{words.revoked}</Badge>;
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) {
    return <Badge kind="bad">{words.expired}</Badge>;
  }
  if (token.pending) return <Badge kind="open">{words.pending}</Badge>;
  return <Badge kind="good">{words.valid}</Badge>;
}

/** The name of a token, which leads to its page. */
export function TokenLink({ token }: { readonly token: AccountTokenDto }): VNode {
  const { links } = usePage();
  const words = useWords(TOKEN_WORDS);
  const { id, account_id: account, label } = token;
  return (
    <a href={links.to(`accounts/${account}/tokens/${id}`)}>
      {label === '' ? words.unnamed(isolated(String(id))) : <Text>{label}</Text>}
    </a>
  );
}

/** A form of a token that was sent, with its ticked boxes. */
export interface TokenFormState extends FormState {
  readonly scopes?: readonly string[];
}

interface TokenFieldsProps {
  readonly state: TokenFormState;
  /** That are ticked before the form is sent. */
  readonly scopes: readonly string[];
}

/** The fields that a new token and a changed one have in common. */
export function TokenFields({ state, scopes }: TokenFieldsProps): VNode {
  const words = useWords(TOKEN_WORDS);
  const ticked = state.scopes ?? scopes;
  const fault = state.fault?.fields.scopes;
  return (
    <>
      <Input
        name="label"
        label={words.name}
        hint={words.labelHint}
        maxLength={200}
        isOptional
        state={state}
      />
      <fieldset>
        <legend>{words.scopes}</legend>
        {SCOPES.map((scope) => (
          <Check
            key={scope}
            name="scopes"
            value={scope}
            label={`${scope}: ${words.scopeMeanings[scope]}`}
            isChecked={ticked.includes(scope)}
          />
        ))}
        {fault !== undefined && (
          <small class="fault">
            <FaultText messageKey={state.fault?.fieldKeys?.scopes}>{fault}</FaultText>
          </small>
        )}
      </fieldset>
      <TextArea
        name="allowed_ips"
        label={words.allowedIps}
        hint={words.allowedIpsHint}
        isOptional
        state={state}
      />
      <Input
        name="daily_cap"
        label={words.dailyCap}
        hint={words.dailyCapHint}
        maxLength={40}
        isDecimal
        isOptional
        state={state}
      />
    </>
  );
}

/** A form of a token that was refused, to show it again. */
export function typedToken({ state, form }: RefusedForm<string>): TokenFormState {
  return { ...state, ...(form && { scopes: form.all('scopes') }) };
}
