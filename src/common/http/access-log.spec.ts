import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pino } from 'pino';
import { AccessLog, loggableUrl, type EndedRequest } from './access-log.js';
import { TrustedProxies } from './trusted-proxies.js';

const DEBUG = 20;
const INFO = 30;
const WARN = 40;

interface Given {
  readonly level?: string;
  readonly sent?: boolean;
  readonly url?: string;
  /** What handlers have found out. */
  readonly known?: object;
  readonly onEnd?: (ended: EndedRequest) => void;
}

/** The lines that are written for one answer. */
function linesFor(
  statusCode: number,
  { level = 'info', sent = true, url = '/client/api/ping', known, onEnd }: Given = {},
): object[] {
  const lines: object[] = [];
  const write = (line: string): void => {
    lines.push(JSON.parse(line) as object);
  };
  const log = new AccessLog(pino({ level }, { write }), new TrustedProxies([]), onEnd);
  const request = {
    rawHeaders: ['X-Request-Id', 'mine-1'],
    method: 'GET',
    socket: { remoteAddress: '192.0.2.1' },
    ...known,
  } as unknown as IncomingMessage;
  const response = Object.assign(new EventEmitter(), { statusCode, writableFinished: sent });
  log.begin(request, response as unknown as ServerResponse, loggableUrl(url));
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

  it('of a probe has the level debug, unless it has failed', () => {
    const url = '/health/ready';
    expect(linesFor(200, { url })).toEqual([]);
    expect(linesFor(200, { url, level: 'debug' })).toMatchObject([{ level: DEBUG }]);
    expect(linesFor(503, { url })).toMatchObject([{ level: WARN }]);
  });

  it('is left out for a request that a line counts with others', () => {
    expect(linesFor(503, { known: { hasNoLine: true } })).toEqual([]);
  });

  it('is not needed for what is told of the request', () => {
    const ended: EndedRequest[] = [];
    const onEnd = (one: EndedRequest): void => void ended.push(one);
    linesFor(200, {
      level: 'silent',
      onEnd,
      url: '/client/api/profile',
      known: { errorCode: 111, errorStatus: 503 },
    });
    linesFor(404, { level: 'silent', onEnd, sent: false });
    expect(ended).toMatchObject([
      { url: '/client/api/profile', status: 503, errorCode: 111, isAnswered: true },
      { url: '/client/api/ping', status: 404, isAnswered: false, placesOrder: false },
    ]);
  });

  it.each<[string, number, number]>([
    ['warn', 499, 0],
    ['warn', 500, 1],
    ['error', 500, 0],
  ])('at LOG_LEVEL %s for status %d is written %d times', (level, status, times) => {
    expect(linesFor(status, { level })).toHaveLength(times);
  });
});
