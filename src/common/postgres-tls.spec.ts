import fc from 'fast-check';
import { CERTIFICATE_FILES } from '../../test/support/certificate-files.js';
import { tlsAttempts, tlsOptions, withoutTls } from './postgres-tls.js';

const { authority } = CERTIFICATE_FILES;
const CA = `sslrootcert=${authority}`;

/** What is checked of the server's certificate in each attempt. */
function checksOf(parameters: string): string[] {
  return tlsAttempts(`postgres://u:p@h/d?${parameters}`).map((url) => {
    const ssl = tlsOptions(url);
    if (ssl === false || ssl.rejectUnauthorized === undefined) return 'not encrypted';
    if (!ssl.rejectUnauthorized) return 'nothing';
    return ssl.checkServerIdentity ? 'authority' : 'authority and name';
  });
}

describe('a connection string says about TLS', () => {
  it.each([
    ['', ['not encrypted']],
    ['options=-c%20a%3Db', ['not encrypted']],
    ['sslmode=disable', ['not encrypted']],
    [`sslmode=disable&sslrootcert=/nowhere`, ['not encrypted']],
    ['sslmode=allow', ['not encrypted', 'nothing']],
    ['sslmode=prefer', ['nothing', 'not encrypted']],
    [`sslmode=prefer&${CA}`, ['authority', 'not encrypted']],
    ['sslmode=require', ['nothing']],
    // As libpq does.
    [`sslmode=require&${CA}`, ['authority']],
    [`sslmode=verify-ca&${CA}`, ['authority']],
    [`sslmode=verify-full&${CA}`, ['authority and name']],
    ['sslmode=verify-full', ['authority and name']],
    ['sslmode=verify-full&sslrootcert=system', ['authority and name']],
    ['sslmode=require&sslrootcert=system', ['authority']],
    ['sslsni=0', ['not encrypted']],
    ['sslnegotiation=direct', ['authority and name']],
    [CA, ['authority and name']],
    ['sslrootcert=system', ['authority and name']],
    ['ssl=true', ['nothing']],
    ['ssl=0', ['not encrypted']],
    ['sslmode=no-verify', ['nothing']],
    // The first one counts: others are appended to what an address says.
    [`sslmode=verify-full&ssl=true&sslmode=disable`, ['authority and name']],
    ['ssl=true&sslmode=disable', ['nothing']],
  ])('%s', (parameters, checks) => {
    expect(checksOf(parameters)).toEqual(checks);
  });

  it.each([
    ['sslmode=full', /^must have one of disable, .*; it is "full"$/],
    ['sslmode=toString', /^must have one of/],
    ['sslmode=', /^must have one of/],
    ['sslmode=toString', /^must have one of/],
    ['sslmode=verify-ca', /^must have sslrootcert with sslmode=verify-ca, or DATABASE_CA_FILE/],
    ['sslrootcert=/nowhere', /^must name a PEM file of certificates; \/nowhere cannot be read \(E/],
    ['sslrootcert=LICENSE', /^must name a PEM file of certificates; there is none in LICENSE$/],
    ['sslmode=require&sslcert=/nowhere', /^must name a PEM file by sslcert; \/nowhere cannot be/],
  ])('what cannot be done: %s', (parameters, message) => {
    expect(() => checksOf(parameters)).toThrow(message);
  });

  it('nothing to the driver, which gets all else as it is', () => {
    const other = fc.constantFrom('host=a', 'options=-c%20a%3Db', 'application_name=%C3%A9');
    const tls = fc.constantFrom('sslmode=require', 'ssl=1', 'sslkey=%2Fk', 'sslrootcert=a');
    const parameters = fc.array(fc.oneof(other, tls), { maxLength: 6 });
    fc.assert(
      fc.property(parameters, (given) => {
        const kept = given.filter((one) => !one.startsWith('ssl')).join('&');
        const query = given.length === 0 ? '' : `?${given.join('&')}`;
        expect(withoutTls(`postgres://u:p%3F@h/d${query}`)).toBe(
          kept === '' ? 'postgres://u:p%3F@h/d' : `postgres://u:p%3F@h/d?${kept}`,
        );
      }),
    );
  });
});
