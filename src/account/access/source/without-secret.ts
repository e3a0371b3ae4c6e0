/** Replaces a secret in a text, such as in the message of an error that names the URL of a call. */
export function withoutSecret(text: string, secret: string): string {
  const forms = [secret, encodeURIComponent(secret.toWellFormed())];
  return forms.reduce((left, form) => left.replaceAll(form, '[token]'), text);
}
