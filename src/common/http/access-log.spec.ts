import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pino } from 'pino';
import { AccessLog, loggableUrl } from './access-log.js';
import { TrustedProxies } from './trusted-proxies.js';

const INFO = 30;
const WARN = 40;

/** The lines that are written for one answer. */
function linesFor(statusCode: number, { level = 'info', sent = true } = {}): object[] {
  const lines: object[] = [];
  const write = (line: string): void => {
    lines.push(JSON.parse(line) as object);
  };
  const log = new AccessLog(pino({ level }, { write }), new TrustedProxies([]));
  const request = {
    rawHeaders: ['X-Request-Id', 'mine-1'],
    method: 'GET',
    socket: { remoteAddress: '192.0.2.1' },
  } as unknown as IncomingMessage;
  const response = Object.assign(new EventEmitter(), { statusCode, writableFinished: sent });
  log.begin(request, response as unknown as ServerResponse, loggableUrl('/client/api/ping'));
  expect(lines).toEqual([]);
  response.emit('close');
  return lines;
}

describe('the line of a request', () => {
  it('tells who asked for what, and how it ended', () => {
    expect(linesFor(200)).toEqual([
      {
        level: INFO,
        time: expect.any(Number) as number,
        req: { id: 'mine-1', method: 'GET', url: '/client/api/ping', remoteAddress: '192.0.2.1' },
        res: { statusCode: 200 },
        responseTime: expect.any(Number) as number,
        msg: 'request completed',
      },
    ]);
    expect(linesFor(200, { sent: false })).toMatchObject([{ msg: 'request aborted' }]);
  });

  it.each([
    [200, INFO],
    [304, INFO],
    [404, INFO],
    [499, INFO],
    [500, WARN],
    [503, WARN],
    [599, WARN],
  ])('for status %d has level %d', (status, level) => {
    expect(linesFor(status)).toMatchObject([{ level }]);
  });

  it.each<[string, number, number]>([
    ['warn', 499, 0],
    ['warn', 500, 1],
    ['error', 500, 0],
  ])('at LOG_LEVEL %s for status %d is written %d times', (level, status, times) => {
    expect(linesFor(status, { level })).toHaveLength(times);
  });
});
