import { DatabaseError } from 'pg';
import { failureSentence } from './failure-sentence.js';

const CAUSES = {
  encryption:
    /^The database takes no unencrypted connection of this user \(.+\); set DATABASE_CA_FILE/,
  certificate:
    /^The database asks for a certificate of its user \(.+\); name it and its key by sslcert/,
  entry: /^The database lets no such user in from here \(.+\); add an entry to its pg_hba\.conf/,
  login: /^The database refuses the login \(.+\); check user and password/,
};

describe('what a database refuses is told by its cause', () => {
  it.each([
    [
      '28000',
      'no pg_hba.conf entry for host "::1", user "a", database "b", no encryption',
      'encryption',
    ],
    ['08P01', 'SSL required', 'encryption'],
    ['28000', 'connection is insecure (try using `sslmode=require`)', 'encryption'],
    ['28000', 'connection requires a valid client certificate', 'certificate'],
    [
      '28000',
      'no pg_hba.conf entry for host "::1", user "a", database "b", SSL encryption',
      'entry',
    ],
    ['28P01', 'password authentication failed for user "no encryption"', 'login'],
  ] as const)('%s %s', (code, message, cause) => {
    const error = Object.assign(new DatabaseError(message, 0, 'error'), { code });
    expect(failureSentence(error)).toMatch(CAUSES[cause]);
  });
});
