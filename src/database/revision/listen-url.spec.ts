import { Client } from 'pg';
import { listenUrl } from './listen-url.js';

/** What the driver makes of it. */
function read(url: string) {
  const { user, password, host, port, database } = new Client({ connectionString: url });
  return { user, password, host, port, database };
}

describe('the address to listen at', () => {
  it.each([
    ['postgres://owner:secret@db:5433/souk', 'postgres://app:word@pooler:6432/souk'],
    ['postgres://owner:secret@db:5433/souk?user=o&password=p', 'postgres://app:word@pooler/other'],
    ['postgres://owner:secret@db:5433/souk', 'postgres://pooler/souk?user=app&password=word'],
    ['postgres:///souk?host=db&port=5433&user=owner&password=s', 'postgres://app:word@pooler/souk'],
  ])('of %s for the role of %s', (directUrl, url) => {
    expect(read(listenUrl(directUrl, url))).toEqual({
      user: 'app',
      password: 'word',
      host: 'db',
      port: 5433,
      database: 'souk',
    });
  });

  it('keeps every character of user and password', () => {
    const [user, password] = ['a+b c@d/é', 'p:%2F+ &=?#🎮'];
    const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
    const url = listenUrl('postgres://o:s@db/souk', `postgres://${login}@pooler/souk`);
    expect(read(url)).toMatchObject({ user, password, host: 'db' });
  });

  it('keeps the options of the server, and not the certificate of the owner', () => {
    const direct =
      'postgres://o:s@db/souk?sslmode=no-verify&sslcert=o.crt&sslkey=o.key&options=-c%20a%3Db';
    const { searchParams } = new URL(listenUrl(direct, 'postgres://app:word@pooler/souk'));
    expect(Object.fromEntries(searchParams)).toEqual({
      sslmode: 'no-verify',
      options: '-c a=b',
      user: 'app',
      password: 'word',
    });
  });

  it('holds nothing of the owner when the application logs in without a password', () => {
    const url = listenUrl('postgres://owner:secret@db/souk', 'postgres://app@pooler/souk');
    expect(url).not.toMatch(/owner|secret|password/);
  });

  it('keeps several hosts, and what they must be', () => {
    const direct = 'postgres://o:s@db1:1,db2:2/souk?target_session_attrs=primary';
    expect(listenUrl(direct, 'postgres://app:word@p1:3,p2:4/souk')).toBe(
      'postgres://db1:1,db2:2/souk?target_session_attrs=primary&user=app&password=word',
    );
  });

  it('is the one address where there is only one', () => {
    expect(listenUrl('postgres://a:b@c/d?e=f%20g', 'postgres://a:b@c/d?e=f%20g')).toBe(
      'postgres://a:b@c/d?e=f%20g',
    );
  });
});
