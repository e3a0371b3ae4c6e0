import { hostsOf, parsePostgresUrl, withHosts } from './postgres-url.js';

describe('a connection string', () => {
  it.each([
    ['postgres://u:p@h/d', ['postgres://u:p@h/d']],
    ['postgresql://h:1/d?sslmode=require', ['postgresql://h:1/d?sslmode=require']],
    ['postgres://u:p@h1:1,h2:2/d', ['postgres://u:p@h1:1/d', 'postgres://u:p@h2:2/d']],
    [
      'postgres://u:a@b,c@h1,h2:2/d?a=b',
      ['postgres://u:a%40b,c@h1/d?a=b', 'postgres://u:a%40b,c@h2:2/d?a=b'],
    ],
    ['postgres://u@[::1]:1,[::2]/d', ['postgres://u@[::1]:1/d', 'postgres://u@[::2]/d']],
    ['postgres:///d?host=/run/pg', ['postgres:///d?host=/run/pg']],
    ['postgres:///d?host=a,b', ['postgres:///d?host=a', 'postgres:///d?host=b']],
    [
      'postgres:///d?host=a,b&port=1,2',
      ['postgres:///d?host=a&port=1', 'postgres:///d?host=b&port=2'],
    ],
    [
      'postgres:///d?host=a,b&port=1',
      ['postgres:///d?host=a&port=1', 'postgres:///d?host=b&port=1'],
    ],
  ])('%s has these hosts', (text, urls) => {
    const parsed = parsePostgresUrl(text);
    expect(parsed.urls.map((url) => new URL(url).href)).toEqual(
      urls.map((url) => new URL(url).href),
    );
    expect(parsed.target).toBeUndefined();
  });

  it('says what its servers must be, which the driver does not know', () => {
    expect(
      parsePostgresUrl('postgres://h1,h2/d?target_session_attrs=primary&sslmode=require'),
    ).toEqual({
      urls: ['postgres://h1/d?sslmode=require', 'postgres://h2/d?sslmode=require'],
      target: 'primary',
    });
  });

  it.each([
    ['mysql://u:secret@h/d', /^must look like postgres:/],
    ['postgres://h', /^must look like postgres:/],
    ['postgres://h/', /^must look like postgres:/],
    ['postgres://u:secret@h1:1,h2:x/d', /^must look like postgres:/],
    ['postgres://u:secret@h1:1,,h2:2/d', /^must look like postgres:/],
    ['postgres://u:secret@h1,/d', /^must look like postgres:/],
    ['db', /^must look like postgres:/],
    ['postgres:///d?host=a,b,c&port=1,2', /^must name one port, or as many ports as hosts$/],
    [
      'postgres://u:secret@h/d?target_session_attrs=master',
      /^must have one of any, read-write, .*; it is "master"$/,
    ],
  ])('%s is refused, and its password not shown', (text, message) => {
    expect(() => parsePostgresUrl(text)).toThrow(message);
    expect(() => parsePostgresUrl(text)).toThrow(/^(?!.*secret)/);
  });

  it('takes other hosts', () => {
    expect(hostsOf('postgres://u:p@h1:1,h2/d?a=b')).toEqual(['h1:1', 'h2']);
    expect(withHosts('postgres://u:p@h1:1,h2/d?a=b', ['h3', 'h4:4'])).toBe(
      'postgres://u:p@h3,h4:4/d?a=b',
    );
  });
});
