import { DatabaseError, type Client } from 'pg';
import { tlsOptions } from '../../common/postgres-tls.js';

/** A connection to the database was not encrypted as it should be; the message is one sentence that says what to do. */
export class DatabaseTlsError extends Error {
  override readonly name = 'DatabaseTlsError';
}

/** What the connection string of one host says about TLS. A Unix socket has none. @throws DatabaseTlsError */
export function tlsFor(url: string, host: string): ReturnType<typeof tlsOptions> {
  try {
    return host.startsWith('/') ? false : tlsOptions(url);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseTlsError(`The address of the database ${reason}.`, { cause: error });
  }
}

/** Has a client, which is not connected yet, encrypt its connection. */
export function useTls(client: Client, ssl: ReturnType<typeof tlsOptions>): void {
  Object.assign(client, { ssl });
  Object.assign(client.connection, { ssl });
}

/** By the codes of Node and OpenSSL, and by the driver's message where it gives no code. */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [
    /does not support SSL/,
    'The database server HOST takes no encrypted connections, which sslmode asks for; set ssl = on there, or set sslmode=disable if nobody can listen on the way.',
  ],
  [
    /^CERT_(HAS_EXPIRED|NOT_YET_VALID)/,
    'The certificate of the database server HOST, or of its authority, is not valid now (REASON); renew it, or set the clock of this machine right.',
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID/,
    'The certificate of the database server is not for the name HOST (REASON); use a name in the address that the certificate has, or set sslmode=verify-ca, which checks no name.',
  ],
  [
    /^(\w*SELF_SIGNED_CERT|UNABLE_TO_|CERT_|INVALID_CA)/,
    'The certificate of the database server HOST is of an authority that is not trusted (REASON); name the file with the certificate of its authority in DATABASE_CA_FILE.',
  ],
  [
    /^ERR_(SSL|OSSL)_|establishing an SSL connection/,
    'An encrypted connection to the database server HOST fails (REASON); look into its log, and whether sslcert and sslkey in the address fit, if it has some.',
  ],
];

/** The error of a connection that failed; a DatabaseTlsError where TLS is the cause. */
export function tlsError(error: unknown, host: string): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseError) return error;
  const {
    code = '',
    message,
    reason = message,
  } = error as NodeJS.ErrnoException & { reason?: string };
  const sentence = SENTENCES.find(([pattern]) => pattern.test(`${code} ${message}`.trim()))?.[1];
  if (sentence === undefined) return error;
  const told = sentence.replace('HOST', () => host).replace('REASON', () => reason);
  return new DatabaseTlsError(told, { cause: error });
}
