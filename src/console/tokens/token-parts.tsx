import { SCOPES } from '../../account/access/scopes.js';
import type { ListedAccountTokenDto } from '../../operations/accounts/token.lists.js';
import type { AccountTokenDto } from '../../operations/accounts/token.operations.js';
import { Boxes, Input, TextArea } from '../../pages/form.js';
import { PageLink } from '../../pages/text-links.js';
import { Badge, Code, Text, Time } from '../../pages/values.js';
import { useWords } from '../../pages/words.js';

/** Whether a token is valid. */
export function TokenState({ token }: { readonly token: AccountTokenDto }) {
  const words = useWords('token');
  const { revoked_at: revokedAt, expires_at: expiresAt } = token;
  if (revokedAt !== null) return <Badge kind="bad">{words.isRevoked}</Badge>;
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) {
    return <Badge kind="bad">{words.expired}</Badge>;
  }
  if (token.pending) return <Badge kind="open">{words.pending}</Badge>;
  return <Badge kind="good">{words.valid}</Badge>;
}

/** The name of a token, which leads to its page. */
export function TokenLink({ token }: { readonly token: AccountTokenDto }) {
  const words = useWords('token');
  const { id, account_id: account, label } = token;
  return (
    <PageLink to={`accounts/${account}/tokens/${id}`}>
      {label === '' ? words.unnamed({ number: String(id) }) : <Text>{label}</Text>}
    </PageLink>
  );
}

/** When a token was used last, and from where. */
export function LastUse({ token }: { readonly token: ListedAccountTokenDto }) {
  const { last_used_at: time, last_used_from: address } = token;
  const { never } = useWords('common');
  return (
    <>
      {time === null ? never : <Time value={time} />} {address !== null && <Code>{address}</Code>}
    </>
  );
}

/** The fields that a new token and a changed one have in common. */
export function TokenFields() {
  const words = useWords('token');
  return (
    <>
      <Input name="label" label={words.name} hint={words.labelHint} />
      <fieldset>
        <legend>{words.scopes}</legend>
        <Boxes
          name="scopes"
          options={SCOPES.map((name) => [name, `${name}: ${words.scopeMeanings[name]}`])}
        />
      </fieldset>
      <TextArea name="allowed_ips" label={words.allowedIps} hint={words.allowedIpsHint} />
      <Input name="daily_cap" label={words.dailyCap} hint={words.dailyCapHint} />
    </>
  );
}
