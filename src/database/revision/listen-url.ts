import { Client } from 'pg';

/** Parameters of a connection string that say who connects. */
const LOGIN_PARAMETERS = ['user', 'password', 'sslcert', 'sslkey'];

/**
 * Where changes are watched: at the server of DATABASE_DIRECT_URL, since nobody can listen through a pooler in
 * transaction mode, but as the restricted role of DATABASE_URL. The owner has no business in a running server.
 */
export function listenUrl(directUrl: string, url: string): string {
  if (directUrl === url) return url;
  // The driver's own reading of it, which takes them from the environment, too. Nothing is connected.
  const { user, password } = new Client({ connectionString: url });
  const given = new URL(url).searchParams;
  const login: Record<string, string | null | undefined> = {
    user,
    password,
    sslcert: given.get('sslcert'),
    sslkey: given.get('sslkey'),
  };
  const address = new URL(directUrl);
  address.username = '';
  address.password = '';
  for (const name of LOGIN_PARAMETERS) {
    const value = login[name] ?? '';
    if (value === '') address.searchParams.delete(name);
    else address.searchParams.set(name, value);
  }
  return address.href;
}
