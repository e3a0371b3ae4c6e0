type Texts = Readonly<Record<string, string>>;

/** Replaces a secret in texts, such as in the message of an error that names the URL of a call. */
export function withoutSecret<T extends Texts>(texts: T, secret: string): T {
  const forms = [secret, encodeURIComponent(secret.toWellFormed())];
  const cleaned = Object.entries(texts).map(([name, text]) => [
    name,
    forms.reduce((left, form) => left.replaceAll(form, '[token]'), text),
  ]);
  return Object.fromEntries(cleaned) as T;
}
