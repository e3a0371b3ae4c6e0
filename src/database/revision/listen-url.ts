import { Client } from 'pg';
import { withoutTls } from '../../common/postgres-tls.js';
import { hostsOf, parsePostgresUrl, withHosts } from '../../common/postgres-url.js';

/** Parameters of a connection string that identify the role. */
const LOGIN_PARAMETERS = ['user', 'password', 'sslcert', 'sslkey'];

/**
 * The URL to LISTEN at: the server of DATABASE_DIRECT_URL, because LISTEN does not work through a pooler in transaction
 * mode, with the restricted role of DATABASE_URL, because a running server must not connect as the owner.
 */
export function listenUrl(directUrl: string, url: string): string {
  if (directUrl === url) return url;
  const [first] = parsePostgresUrl(url).urls;
  // The driver parses them, because it reads the environment, too. It does not connect.
  const { user, password } = new Client({ connectionString: withoutTls(first) });
  const given = new URL(first).searchParams;
  const login: Record<string, string | null | undefined> = {
    user,
    password,
    sslcert: given.get('sslcert'),
    sslkey: given.get('sslkey'),
  };
  const hosts = hostsOf(directUrl);
  // The URL class refuses several hosts with ports.
  const address = new URL(withHosts(directUrl, hosts.slice(0, 1)));
  address.username = '';
  address.password = '';
  for (const name of LOGIN_PARAMETERS) {
    const value = login[name] ?? '';
    if (value === '') address.searchParams.delete(name);
    else address.searchParams.set(name, value);
  }
  return withHosts(address.href, hosts);
}
