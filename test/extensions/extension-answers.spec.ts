import 'reflect-metadata';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { Controller, Get, Header, Headers, HttpCode, Module, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Public } from '../../src/common/http/public.decorator.js';
import { RawBody } from '../../src/common/http/raw-body.decorator.js';
import { testExtension } from '../support/extensions.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

const KIB = 1024;
const SANDBOX = /^sandbox allow-downloads allow-forms/;

@Public()
@Controller('acme')
class AcmeController {
  @Get('page')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', "default-src 'none'")
  page(): string {
    return '<b>hello</b>';
  }

  @Get('drawing')
  drawing(@Res() response: Response): void {
    response.writeHead(200, { 'Content-Type': 'image/svg+xml', 'X-Own': '1' }).end('<svg/>');
  }

  @Get('untyped')
  untyped(@Res() response: Response): void {
    response.removeHeader('X-Content-Type-Options');
    response.writeHead(200, ['Content-Security-Policy', "script-src 'unsafe-inline'"]).end('<b>');
  }

  @Get('lists')
  lists(@Req() { url }: Request, @Res() response: Response): void {
    const cookies = ['a=1', 'souk_session=2', 'b=3'];
    const [flat, own] = [
      ['Set-Cookie', cookies, 'X-A', '1', 'x-a', '2'],
      ['X-A', '0'],
    ];
    response.setHeader('X-A', 'before');
    if (url.endsWith('pairs'))
      response.writeHead(200, [['Set-Cookie', cookies], own, own] as never);
    else response.writeHead(200, 'OK', flat as never);
    response.end('x');
  }

  @Get('types')
  types(@Res() response: Response): void {
    response.setHeader('Content-Type', ['application/json;', 'text/html'] as never);
    response.end('<script>alert(1)</script>');
  }

  @Get('plain')
  @Header('X-Acme', 'seven')
  plain(): object {
    return { a: 1 };
  }

  @Get('text')
  @Header('Content-Type', 'text/csv')
  text(): string {
    return 'a,b';
  }

  @Post('nothing')
  @HttpCode(204)
  nothing(): void {
    return undefined;
  }

  @Get('word')
  word(): string {
    return 'seven';
  }

  @Get('seen')
  seen(@Req() request: Request, @Headers('x-signature') signature: string): object {
    const { headers, rawHeaders } = request;
    return { cookie: headers.cookie ?? null, raw: rawHeaders.join('|'), signature };
  }

  @Get('cookies')
  cookies(@Res() response: Response): void {
    const names = ['souk_session', '=souk_session', '__Host-souk_device', 'acme_cart'];
    response.setHeader(
      'Set-Cookie',
      names.map((name) => `${name}=1; Path=/`),
    );
    response.setHeader('Clear-Site-Data', '"cookies"');
    response.json({});
  }

  @Get('written-cookies')
  writtenCookies(@Res() response: Response): void {
    response.setHeader('Set-Cookie', 'before=1');
    const written = ['acme_a=1', 'souk_session=1', 'acme_b=1'];
    response
      .writeHead(
        200,
        written.flatMap((one) => ['Set-Cookie', one]),
      )
      .end();
  }

  @Post('hook')
  @HttpCode(200)
  hook(@RawBody() body: Buffer): object {
    return { length: body.byteLength, hex: body.subarray(0, 8).toString('hex') };
  }
}

@Module({ controllers: [AcmeController] })
class AcmeModule {}

let shop: TestShop;

beforeAll(async () => {
  // A shop of its own: an extension is loaded.
  shop = await startTestShop({}, {}, undefined, [testExtension({ module: AcmeModule })]);
});
afterAll(() => shop.close());

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Without a client that would change a body or cookies. */
function send(path: string, headers: Record<string, string> = {}, body?: Buffer): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const method = body ? 'POST' : 'GET';
  const sent = httpRequest(`${shop.baseUrl}/acme/${path}`, { method, headers }, (response) => {
    const pieces: Buffer[] = [];
    response.on('data', (piece: Buffer) => pieces.push(piece));
    response.on('end', () => {
      const { statusCode: status = 0, headers: answered } = response;
      resolve({ status, headers: answered, text: Buffer.concat(pieces).toString() });
    });
  });
  sent.on('error', reject);
  sent.end(body);
  return promise;
}

describe('what a route of an extension answers', () => {
  it('is a page in a sandbox, whatever policy the route sets', async () => {
    const page = await send('page');
    expect(page.text).toBe('<b>hello</b>');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toMatch(SANDBOX);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.headers['content-security-policy']).not.toContain('allow-same-origin');
    const drawing = await send('drawing');
    expect(drawing.headers['content-security-policy']).toMatch(SANDBOX);
    expect(drawing.headers['x-own']).toBe('1');
    const untyped = await send('untyped');
    expect(untyped.headers['content-security-policy']).toMatch(SANDBOX);
    expect(untyped.headers['x-content-type-options']).toBe('nosniff');
  });

  it('is in the sandbox, too, with a second type that a browser would believe', async () => {
    expect((await send('types')).headers['content-security-policy']).toMatch(SANDBOX);
  });

  it.each([
    ['', '1, 2'],
    ['?pairs', '0, 0'],
  ])('has all headers of a list for writeHead: lists%s', async (query, own) => {
    const { status, headers } = await send(`lists${query}`);
    expect([status, headers['x-a'], headers['set-cookie']]).toEqual([200, own, ['a=1', 'b=3']]);
  });

  it('has the headers that the handler declares, and keeps the policy of JSON and of files', async () => {
    const plain = await send('plain');
    expect(plain.headers['x-acme']).toBe('seven');
    expect(plain.headers['content-security-policy']).not.toContain('sandbox');
    expect(plain.text).toBe('{"a":1}');
    const text = await send('text');
    expect(text.text).toBe('a,b');
    expect(text.headers['content-security-policy']).not.toContain('sandbox');
    expect((await send('word')).text).toBe('"seven"');
    const nothing = await send('nothing', {}, Buffer.alloc(0));
    expect([nothing.status, nothing.text]).toEqual([204, '']);
  });

  it('sets no cookie of the console and clears none, which is a fault', async () => {
    const { headers } = await send('cookies');
    expect(headers['set-cookie']).toEqual(['acme_cart=1; Path=/']);
    expect(headers['clear-site-data']).toBeUndefined();
    const written = await send('written-cookies');
    expect(written.headers['set-cookie']).toEqual(['acme_a=1', 'acme_b=1']);
    const faults = shop.logs().map((line) => JSON.parse(line) as Record<string, unknown>);
    const own = faults.filter(({ port }) => String(port).endsWith('cookies'));
    expect(own.map(({ port, msg }) => [port, msg])).toEqual([
      ['GET /acme/cookies', 'it sets a cookie of the console, which was left out'],
      ['GET /acme/cookies', 'it sends Clear-Site-Data, which was left out'],
      ['GET /acme/written-cookies', 'it sets a cookie of the console, which was left out'],
    ]);
  });
});

describe('what a route of an extension is sent', () => {
  it('has no cookie of the console, and all other headers as they were', async () => {
    const cookie = 'a=1; souk_session=secret; __Host-souk_session=secret;souk_lang=de; b=souk_2';
    const { text } = await send('seen', { cookie, 'x-signature': 'Sig' });
    const seen = JSON.parse(text) as Record<string, string>;
    expect(seen.cookie).toBe('a=1; b=souk_2');
    expect(seen.raw).toContain('|a=1; b=souk_2|');
    expect(text).not.toContain('secret');
    expect(seen.signature).toBe('Sig');
    const alone = await send('seen', { cookie: 'souk_session=secret' });
    expect(JSON.parse(alone.text)).toMatchObject({ cookie: null });
    expect(alone.text.toLowerCase()).not.toContain('cookie|');
  });

  it.each([
    ['bytes that are no UTF-8', { 'content-type': 'application/json' }, 'ff00fe0a7b7d'],
    ['bytes that are called gzip', { 'content-encoding': 'gzip' }, '6e6f20677a6970'],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, '613d31253363'],
    ['nothing', {}, ''],
  ])('is its exact body: %s', async (_, headers, hex) => {
    const body = Buffer.from(hex, 'hex');
    const { status, text } = await send('hook', headers, body);
    expect([status, JSON.parse(text)]).toEqual([200, { length: body.byteLength, hex }]);
  });

  it('is at most 256 KiB', async () => {
    const most = Buffer.alloc(256 * KIB, 'a');
    expect(JSON.parse((await send('hook', {}, most)).text)).toMatchObject({ length: 256 * KIB });
    const more = Buffer.alloc(256 * KIB + 1, 'a');
    for (const headers of [{}, { 'transfer-encoding': 'chunked' }]) {
      const { status, text } = await send('hook', headers, more);
      expect([status, JSON.parse(text)]).toEqual([
        413,
        expect.objectContaining({ code: 413, message: 'The body has more than 256 KiB' }),
      ]);
    }
  });
});
