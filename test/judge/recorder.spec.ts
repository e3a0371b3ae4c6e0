import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { HttpClient } from '../support/http-client.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { readHistory, writeHistory } from './history-file.js';
import { Recorder, recording } from './recorder.js';

describe('A recorder', () => {
  const folder = temporaryFolder('recorder');
  const sender = { client: 'reseller-1', instance: 'one' };
  let server: Server;
  let http: HttpClient;
  let recorder: Recorder;
  let answer: RequestListener;

  beforeEach(async () => {
    server = createServer((request, response) => {
      answer(request, response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    recorder = new Recorder();
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    http = recording(new HttpClient(url), recorder, sender);
  });

  afterEach(() => {
    http.close();
    server.closeAllConnections();
    server.close();
  });

  it('keeps the request as it was sent, and the answer as it came', async () => {
    answer = (_, response) => response.writeHead(409, { ETag: '"e"' }).end('{"price":1.10}');
    const headers = { 'Idempotency-Key': 'k', 'Content-Type': 'application/json' };
    const sent = { method: 'POST', token: 't', headers, body: '{}' };
    const { begun, ended } = await http.send('/client//api/x?y=%zz', sent);
    const [call, ...others] = recorder.history.calls;
    expect(others).toEqual([]);
    expect(call).toMatchObject({
      ...sender,
      request: {
        method: 'POST',
        path: '/client//api/x?y=%zz',
        token: 't',
        headers: { 'idempotency-key': 'k' },
        body: '{}',
      },
      answer: { status: 409, text: '{"price":1.10}', headers: { etag: '"e"' } },
    });
    expect(call!.startMs).toBeGreaterThanOrEqual(begun);
    expect(call!.endMs).toBe(ended);
  });

  it('knows a token of an account in each header, and keeps none of an operator', async () => {
    answer = (_, response) => response.end();
    await http.send('/', { headers: { 'API-Token': 'a' } });
    await http.send('/', { headers: { Authorization: 'Bearer b' } });
    await http.send('/', { headers: { Authorization: 'Bearer souk_op_c' } });
    const tokens = recorder.history.calls.map(({ request }) => request.token);
    expect(tokens).toEqual(['a', 'b', undefined]);
  });

  it('reads what was compressed', async () => {
    answer = (_, response) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('plain'));
    await http.send('/');
    expect(recorder.history.calls[0]?.answer?.text).toBe('plain');
  });

  it.each<[string, RequestListener]>([
    ['a connection that is cut', (request) => request.socket.destroy()],
    [
      'an answer of which a part is missing',
      (request, response) => {
        response.writeHead(200, { 'Content-Length': '10' });
        response.write('12345', () => request.socket.destroy());
      },
    ],
  ])('has no answer for %s', async (_, listener) => {
    answer = listener;
    await expect(http.send('/')).rejects.toThrow();
    expect(recorder.history.calls).toMatchObject([{ answer: undefined }]);
  });

  it('has no answer for what the client gave up', async () => {
    answer = () => undefined;
    await expect(http.send('/', { signal: AbortSignal.timeout(20) })).rejects.toThrow();
    const [call] = recorder.history.calls;
    expect(call?.answer).toBeUndefined();
    expect(call!.endMs - call!.startMs).toBeGreaterThanOrEqual(15);
  });

  it('has no answer for what is still running', async () => {
    answer = () => undefined;
    const running = http.send('/').catch(() => undefined);
    await once(server, 'request');
    expect(recorder.history.calls).toMatchObject([{ answer: undefined }]);
    expect(recorder.callCount).toBe(0);
    http.close();
    await running;
    expect(recorder.history.calls).toHaveLength(1);
  });

  it('keeps each sending of a client that repeats by itself', async () => {
    let count = 0;
    answer = (request, response) => {
      count += 1;
      if (count === 2) request.socket.destroy();
      else response.end(String(count));
    };
    const { port } = server.address() as AddressInfo;
    const repeating = new HttpClient(`http://127.0.0.1:${port}`, { repeats: true });
    recording(repeating, recorder, sender);
    await repeating.send('/');
    await repeating.send('/');
    repeating.close();
    const texts = recorder.history.calls.map((call) => call.answer?.text);
    expect(texts).toEqual(['1', undefined, '3']);
  });

  it('is read from a file as it was written', async () => {
    answer = (request, response) => {
      if (request.url === '/lost') request.socket.destroy();
      else response.end('"ü\u2028"');
    };
    await http.send('/', { token: 't' });
    await http.send('/lost').catch(() => undefined);
    recorder.own('t', { accountId: 7, tokenId: 3 });
    recorder.hear(7, '{"type":"ping"}', 12.5);
    const path = join(folder(), 'history.jsonl');
    await writeHistory(path, recorder.history);
    const { history, options } = await readHistory(path);
    expect(history).toStrictEqual(recorder.history);
    expect(options).toEqual({});
  });
});
