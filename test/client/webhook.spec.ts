import { Webhook } from 'standardwebhooks';
import { UnverifiedWebhookError, verifiedWebhook } from '../../client/src/index.js';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const BODY = '{"type":"ping","timestamp":"2026-04-10T13:55:48.123Z","data":{"name":"متجر"}}';

/** What a shop sends, signed under each secret. */
function headersOf(secrets: readonly string[], at = new Date()) {
  const signatures = secrets.map((secret) => new Webhook(secret).sign('msg_1', at, BODY));
  return {
    'Webhook-Id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}

it('a message of the shop is read, with headers and body in any form, and while a secret is changed', async () => {
  const message = {
    ...{ id: 'msg_1', type: 'ping', timestamp: '2026-04-10T13:55:48.123Z' },
    data: { name: 'متجر' },
  };
  for (const headers of [headersOf([SECRET]), new Headers(headersOf([OTHER, SECRET]))]) {
    for (const body of [BODY, Buffer.from(BODY)]) {
      expect(await verifiedWebhook({ secret: SECRET, headers, body })).toEqual(message);
    }
  }
  const old = headersOf([SECRET], new Date(1_000_000));
  const then = { secret: SECRET, headers: old, body: BODY, nowMs: 1_299_000 };
  expect(await verifiedWebhook(then)).toEqual(message);
});

it.each<[string, object]>([
  ['under another secret', { secret: OTHER }],
  ['with another body', { body: `${BODY} ` }],
  ['with another id', { headers: { ...headersOf([SECRET]), 'Webhook-Id': 'msg_2' } }],
  ['of long ago', { headers: headersOf([SECRET], new Date(Date.now() - 302_000)) }],
  ['of the future', { headers: headersOf([SECRET], new Date(Date.now() + 302_000)) }],
  ['without a time', { headers: { ...headersOf([SECRET]), 'webhook-timestamp': 'now' } }],
  ['without headers', { headers: {} }],
  ['with a signature that is none', { headers: { ...headersOf([]), 'webhook-signature': 'v1,%' } }],
  ['of another version', { headers: { ...headersOf([SECRET]), 'webhook-signature': 'v2,AAAA' } }],
])('a message %s is refused', async (_, other) => {
  const request = { secret: SECRET, headers: headersOf([SECRET]), body: BODY, ...other };
  await expect(verifiedWebhook(request)).rejects.toThrow(UnverifiedWebhookError);
});

it('a secret that is none is told as such', async () => {
  const request = { secret: 'whsec_%', headers: headersOf([SECRET]), body: BODY };
  await expect(verifiedWebhook(request)).rejects.toThrow(TypeError);
});
