/** From the root of the checkout, where all tests run. */
const fileOf = (name: string): string => `test/support/certificates/${name}`;

/**
 * Files of an authority for tests, and what it has signed, from 2020 to 2120: certificates of the server "localhost", one
 * of which ended in 2020, and of the role "souk". The key of the authority is not kept.
 */
export const CERTIFICATE_FILES = {
  authority: fileOf('authority.crt'),
  /** Of another authority. */
  other: fileOf('other.crt'),
  server: fileOf('localhost.crt'),
  serverKey: fileOf('localhost.key'),
  expired: fileOf('expired.crt'),
  client: fileOf('souk.crt'),
  clientKey: fileOf('souk.key'),
} as const;
