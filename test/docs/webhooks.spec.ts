import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const BODY = '{"type":"ping","data":{"name":"متجر"}}';

type Verifier = (secret: string, headers: Record<string, string>, body: string) => boolean;

describe('the page for receivers', () => {
  let folder: string;
  let isGenuine: Verifier;

  beforeAll(async () => {
    const page = await readFile(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');
    folder = await mkdtemp(join(tmpdir(), 'souk-docs-'));
    await writeFile(join(folder, 'verify.mjs'), /```js\n(.*?)```/s.exec(page)?.[1] ?? '');
    const module = (await import(join(folder, 'verify.mjs'))) as { isGenuine: Verifier };
    isGenuine = module.isGenuine;
  });
  afterAll(() => rm(folder, { recursive: true }));

  function headersOf(secrets: readonly string[], at = new Date()): Record<string, string> {
    const signatures = secrets.map((secret) => new Webhook(secret).sign('msg_1', at, BODY));
    return {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': signatures.join(' '),
    };
  }

  it('has a verifier that knows our messages, after a change of secret too', () => {
    expect(isGenuine(SECRET, headersOf([SECRET]), BODY)).toBe(true);
    expect(isGenuine(SECRET, headersOf([OTHER, SECRET]), BODY)).toBe(true);
  });

  it('and that no other message passes', () => {
    const headers = headersOf([SECRET]);
    expect(isGenuine(OTHER, headers, BODY)).toBe(false);
    expect(isGenuine(SECRET, headers, `${BODY} `)).toBe(false);
    expect(isGenuine(SECRET, { ...headers, 'webhook-id': 'msg_2' }, BODY)).toBe(false);
    expect(isGenuine(SECRET, headersOf([SECRET], new Date(Date.now() - 301_000)), BODY)).toBe(
      false,
    );
    expect(isGenuine(SECRET, {}, BODY)).toBe(false);
  });
});
