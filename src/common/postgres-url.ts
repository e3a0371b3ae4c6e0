/** What a server must be to be used, as libpq defines `target_session_attrs`. */
export const SESSION_TARGETS = [
  'any',
  'read-write',
  'read-only',
  'primary',
  'standby',
  'prefer-standby',
] as const;
export type SessionTarget = (typeof SESSION_TARGETS)[number];

/** A PostgreSQL connection string with one host or several. */
export interface PostgresUrl {
  /** One connection string for each host, in their order. */
  readonly urls: readonly [string, ...string[]];
  /** Undefined when it is not given. */
  readonly target: SessionTarget | undefined;
}

const TARGET = 'target_session_attrs';

/**
 * Reads a connection string as libpq does: `postgres://user:password@host1:5432,host2:5432/database`, or with the
 * hosts in the parameters `host` and `port`.
 * @throws Error whose message completes the sentence "NAME …", and shows nothing of a password.
 */
export function parsePostgresUrl(text: string): PostgresUrl {
  const hosts = hostsOf(text);
  if (hosts.length > 1 && hosts.includes('')) throw new Error(EXAMPLE);
  const urls = hosts.flatMap((host) => withEachParameter(withHosts(text, [host])));
  const target = targetOf(urls[0]);
  if (urls.length === 1 && !target) return { urls: [text], target };
  for (const { searchParams } of urls) searchParams.delete(TARGET);
  const [first = text, ...others] = urls.map(({ href }) => href);
  return { urls: [first, ...others], target };
}

const EXAMPLE = 'must look like postgres://user:password@host:5432/database';

/** The hosts before the path of a connection string, with their ports. */
export function hostsOf(text: string): string[] {
  const { hosts } = split(text);
  return hosts.split(',');
}

/** The connection string with other hosts before its path. */
export function withHosts(text: string, hosts: readonly string[]): string {
  const { before, after } = split(text);
  return `${before}${hosts.join()}${after}`;
}

/** The connection string of another database on the same server. */
export function withDatabaseName(text: string, name: string): string {
  const { before, hosts, after } = split(text);
  return `${before}${hosts}${after.replace(/^\/[^?#]*/, `/${name}`)}`;
}

const PARTS = /^(?<before>[a-z]+:\/\/(?:[^/?#]*@)?)(?<hosts>[^/?#@]*)(?<after>[/?#].*)?$/s;

/** The URL class refuses several hosts with ports, so it cannot find them. */
function split(text: string): { before: string; hosts: string; after: string } {
  const { before = '', hosts = '', after = '' } = PARTS.exec(text)?.groups ?? {};
  return { before, hosts, after };
}

/** Expands the parameters `host=a,b&port=1,2`. */
function withEachParameter(text: string): URL[] {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.pathname.length < 2) {
    throw new Error(EXAMPLE);
  }
  const hosts = url.searchParams.get('host')?.split(',');
  const ports = url.searchParams.get('port')?.split(',') ?? [];
  if (!hosts) return [url];
  if (ports.length > 1 && ports.length !== hosts.length) {
    throw new Error('must name one port, or as many ports as hosts');
  }
  return hosts.map((host, index) => {
    const one = new URL(url);
    one.searchParams.set('host', host);
    const port = ports[index] ?? ports[0];
    if (port !== undefined) one.searchParams.set('port', port);
    return one;
  });
}

function targetOf(url: URL | undefined): SessionTarget | undefined {
  const given = url?.searchParams.get(TARGET) ?? undefined;
  if (given === undefined) return undefined;
  const target = SESSION_TARGETS.find((name) => name === given);
  if (target) return target;
  throw new Error(
    `must have one of ${SESSION_TARGETS.join(', ')} as ${TARGET}; it is ${JSON.stringify(given.slice(0, 80))}`,
  );
}
