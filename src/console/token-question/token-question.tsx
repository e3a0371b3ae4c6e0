import { Form, Input, type FormFault } from '../../pages/form.js';
import { useWords } from '../../pages/words.js';

/** True for a text in the form of the tokens that the shop makes. */
export function looksLikeToken(text: string): boolean {
  return /^[0-9a-f]{64}$/i.test(text);
}

/** The field of the form. A text that may be a secret is not shown again. */
export const TOKEN_FIELD = 'token';

/** A form that asks to which account a token belongs. It is sent in a body, so that the token is in no address. */
export function TokenQuestion({ fault }: { readonly fault?: FormFault | undefined }) {
  const words = useWords('token');
  return (
    <Form to="tokens" label={words.whose} state={{ fault }} button={words.whoseButton}>
      <Input name={TOKEN_FIELD} type="password" label={words.token} hint={words.whoseHint} />
    </Form>
  );
}
