import type { OfferedSecret } from '../../people/two-factor/two-factor.service.js';
import { Input } from '../../pages/form.js';
import { QrCode } from '../../pages/qr-code.js';
import { Secret } from '../../pages/secret.js';
import { useWords } from '../../pages/words.js';

/** What an authenticator is set up with. */
export function Offer({ offered }: { readonly offered: OfferedSecret }) {
  const words = useWords('signIn');
  return (
    <>
      <p>{words.secretIntro}</p>
      <QrCode text={offered.uri} label={words.qrCode} />
      <Secret>{offered.secret}</Secret>
      <p>
        <a href={offered.uri}>{words.openApp}</a>
      </p>
    </>
  );
}

/** For a code of the authenticator, or a recovery code. */
export function CodeInput() {
  const words = useWords('signIn');
  return (
    <Input
      name="code"
      label={words.code}
      hint={words.codeHint}
      autocomplete="one-time-code"
      maxLength={40}
    />
  );
}
