import { get, type Group } from '../asked.js';

/** Routes without a token. */
export const DOCUMENTS: Group = {
  name: 'documents',
  rows: [
    get(undefined, 'ping'),
    get('plain', 'ping', 'ping with a token'),
    get('revoked', 'ping', 'ping with a revoked token'),
    get(undefined, 'ping?x=1&x=2', 'ping with parameters'),
    get(undefined, 'integration'),
    get('plain', 'integration', 'integration for an account'),
    get(undefined, 'integration', 'integration at another host', {
      headers: { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' },
    }),
    { name: 'HEAD /openapi.json', method: 'HEAD', path: '/openapi.json' },
    { name: 'POST /openapi.json', method: 'POST', path: '/openapi.json' },
    { name: '/docs-json', path: '/docs-json' },
  ],
};

export const OPENAPI: Group = {
  name: 'openapi',
  rows: [{ name: 'the document', path: '/openapi.json', pretty: true }],
};
