import { X509Certificate } from 'node:crypto';
import type { ConnectionOptions } from 'node:tls';
import { fileText } from './setting-file.js';

/** What is encrypted, and what is checked of the certificate of the server, as libpq defines `sslmode`. */
const MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
type Mode = (typeof MODES)[number];

/** The modes that promise nothing: both ways are tried, in this order, and the first one that works is used. */
const ATTEMPTS: Readonly<Partial<Record<Mode, readonly Mode[]>>> = {
  allow: ['disable', 'require'],
  prefer: ['require', 'disable'],
};

export const TLS_PARAMETERS = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey'] as const;
const KNOWN_TO_DRIVER = /(?<=[?&])ssl(mode|rootcert|cert|key)?=[^&]*&?/g;
const WANTS_TLS = /^ssl(rootcert|cert|key|negotiation)$/;
/** Stands for the authorities that Node knows, in the place of a file. */
const PUBLIC_AUTHORITIES = 'system';

/** A connection string as node-postgres may see it: it means other things by the same parameters, and warns of that. */
export function withoutTls(url: string): string {
  return url.replace(KNOWN_TO_DRIVER, '').replace(/[?&]$/, '');
}

/** The connection strings to try for one, in their order: two for `allow` and `prefer`. */
export function tlsAttempts(url: string): string[] {
  const modes = ATTEMPTS[modeOf(parametersOf(url))];
  // Of equal parameters the first one counts.
  return modes?.map((mode) => url.replace('?', `?sslmode=${mode}&`)) ?? [url];
}

/**
 * What one of them says about TLS; false where nothing is encrypted. Its files are read now, so renewed certificates need
 * no restart.
 * @throws Error whose message completes the sentence "NAME …"
 */
export function tlsOptions(url: string): ConnectionOptions | false {
  const parameters = parametersOf(url);
  const mode = modeOf(parameters);
  if (mode === 'disable') return false;
  const authorities = parameters.get('sslrootcert');
  if (mode === 'verify-ca' && authorities === null) {
    throw new Error(
      'must have sslrootcert with sslmode=verify-ca, or DATABASE_CA_FILE must be set',
    );
  }
  const isFile = authorities !== null && authorities !== PUBLIC_AUTHORITIES;
  const [cert, key] = (['sslcert', 'sslkey'] as const).map((name) => {
    const path = parameters.get(name);
    return path === null ? undefined : fileText(path, `a PEM file by ${name}`);
  });
  return {
    ca: isFile ? authoritiesIn(authorities) : undefined,
    cert,
    key,
    // With an authority, libpq checks it under `require`, too.
    rejectUnauthorized: mode === 'verify-full' || authorities !== null,
    ...(mode !== 'verify-full' && { checkServerIdentity: () => undefined }),
  };
}

/** Reads certificates of authorities. @throws Error whose message completes the sentence "NAME …" */
export function authoritiesIn(path: string): string {
  const text = fileText(path, 'a PEM file of certificates');
  try {
    new X509Certificate(text);
    return text;
  } catch {
    throw new Error(`must name a PEM file of certificates; there is none in ${path}`);
  }
}

/** The URL class refuses several hosts with ports. */
function parametersOf(url: string): URLSearchParams {
  return new URLSearchParams(url.split('?', 2)[1]);
}

/** Who names certificates wants them checked; libpq would have it said by `sslmode`, too. */
function modeOf(parameters: URLSearchParams): Mode {
  const isNamed = [...parameters.keys()].some((name) => WANTS_TLS.test(name));
  const [name, value] = [...parameters].find(([one]) => /^ssl(mode)?$/.test(one)) ?? [];
  const given = name === 'ssl' ? otherSpelling(value) : value;
  // node-postgres's own mode is the same as one of libpq.
  const sought =
    given === 'no-verify' ? 'require' : (given ?? (isNamed ? 'verify-full' : 'disable'));
  const mode = MODES.find((one) => one === sought);
  if (mode) return mode;
  const shown = JSON.stringify(sought.slice(0, 80));
  throw new Error(`must have one of ${MODES.join(', ')} as sslmode; it is ${shown}`);
}

/** As libpq takes `ssl=true` of other drivers. */
function otherSpelling(ssl = ''): Mode {
  return /^(0|false)$/.test(ssl) ? 'disable' : 'require';
}
