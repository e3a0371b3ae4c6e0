import { TOKEN_HEADERS } from '../wire.js';

/**
 * Parameter names under which people put a credential of this API into a URL by mistake. Such a parameter never
 * authenticates, is never stored and is masked in logs.
 */
const CREDENTIAL_NAMES = new Set([
  ...[...TOKEN_HEADERS, 'authorization'].map(plainName),
  'apikey',
  'token',
  'auth',
  'authkey',
  'xauthtoken',
  'clienttoken',
  'accesstoken',
  'authtoken',
  'bearer',
  'bearertoken',
]);

/** Names of other secrets, which may be account fields of a product. */
const SECRET_NAMES = new Set([
  'jwt',
  'key',
  'accesskey',
  'secretkey',
  'privatekey',
  'secret',
  'apisecret',
  'clientsecret',
  'idtoken',
  'refreshtoken',
  'sessiontoken',
  'password',
  'passwd',
  'pwd',
  'pass',
  'passcode',
  'passphrase',
  'pin',
]);

/** True when a parameter's name is that of a credential: `api-token`, `API_KEY`, `access_token`, … */
export function isCredentialName(name: string): boolean {
  return CREDENTIAL_NAMES.has(plainName(name));
}

/**
 * True for the names of other secrets: `jwt`, `key`, `Secret`, `pass_word`, … A parameter with such a name is stored
 * only when it is an account field of the product.
 */
export function isSecretName(name: string): boolean {
  return SECRET_NAMES.has(plainName(name));
}

/** Names are compared in lower case, without spaces, hyphens, underscores and brackets. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/[-_\s[\]]/g, '');
}
