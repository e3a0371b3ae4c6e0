/**
 * Parameter names under which people put a credential into a URL by mistake. Such a parameter never authenticates,
 * is never stored and is masked in logs. Compared without case, `-` and `_`.
 */
const CREDENTIAL_NAMES = new Set([
  'apitoken',
  'xapitoken',
  'apikey',
  'xapikey',
  'token',
  'auth',
  'authkey',
  'xauthtoken',
  'clienttoken',
  'accesstoken',
  'authtoken',
  'bearer',
  'bearertoken',
  'authorization',
]);

/** True when a parameter's name is that of a credential: `api-token`, `API_KEY`, `access_token`, … */
export function isCredentialName(name: string): boolean {
  return CREDENTIAL_NAMES.has(name.toLowerCase().replace(/[-_\s[\]]/g, ''));
}
