import { readableLine } from './readable-line.js';

const TIME = Date.UTC(2026, 0, 31, 18, 4, 5);
const lineOf = (properties: object): string =>
  readableLine(`${JSON.stringify({ level: 30, time: TIME, ...properties })}\n`);

const REQ = { id: 'x', method: 'GET', url: '/client/api/profile', remoteAddress: '127.0.0.1' };

describe('a log line on a terminal', () => {
  it('has time, level, message and details', () => {
    expect(lineOf({ listening: { port: 3000 }, msg: 'souk serves' })).toBe(
      '18:04:05 INFO  souk serves listening={"port":3000}\n',
    );
    expect(lineOf({ level: 40, msg: 'slow' })).toBe('18:04:05 WARN  slow\n');
    expect(lineOf({ level: 35, msg: 'odd' })).toBe('18:04:05 35    odd\n');
  });

  it('is short for a request', () => {
    const end = { responseTime: 1.25, msg: 'request completed' };
    expect(lineOf({ req: { ...REQ, accountId: 2 }, res: { statusCode: 200 }, ...end })).toBe(
      '18:04:05 INFO  GET /client/api/profile 200 1.25 ms account 2 from 127.0.0.1\n',
    );
    expect(
      lineOf({
        req: { ...REQ, caller: '203.0.113.7', orderUuid: 'key-1' },
        res: { statusCode: 503, errorCode: 111 },
        responseTime: 2,
        msg: 'request aborted',
      }),
    ).toBe(
      '18:04:05 INFO  GET /client/api/profile 503 (111) 2 ms from 203.0.113.7 key-1 request aborted\n',
    );
  });

  it('shows the stack of an error, indented', () => {
    const err = { type: 'Error', message: 'no', stack: 'Error: no\n    at there' };
    expect(lineOf({ level: 50, msg: 'unforeseen error', err })).toBe(
      '18:04:05 ERROR unforeseen error\n  Error: no\n      at there\n',
    );
  });

  it('holds no control characters', () => {
    const line = lineOf({ msg: 'a\u001b[31mb\nc\u009b', err: { message: 'd\u001b\ne' } });
    expect(line).toBe('18:04:05 INFO  a [31mb c \n  d \n  e\n');
  });
});
