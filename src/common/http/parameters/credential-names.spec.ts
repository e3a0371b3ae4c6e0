import { isCredentialName, isSecretName } from './credential-names.js';

describe('isCredentialName', () => {
  it.each([
    'api-token',
    'api_token',
    'apiToken',
    'API TOKEN',
    'X-Api-Token',
    'api-key',
    'x_api_key',
    'token',
    'access_token',
    'auth-token',
    'bearer',
    'Bearer_Token',
    'Authorization',
  ])('knows %s', (name) => {
    expect(isCredentialName(name)).toBe(true);
  });

  it.each(['', 'qty', 'order_uuid', 'playerId', 'tokens', 'user token id', 'player_token'])(
    'leaves %j alone',
    (name) => {
      expect(isCredentialName(name)).toBe(false);
    },
  );
});

describe('isSecretName', () => {
  it.each([
    ...['jwt', 'JWT', 'key', 'Key', 'secret', 'client_secret', 'password', 'Pass-Word', 'passwd'],
    ...['pwd', 'pin', 'id_token', 'secret[]', 'refresh token'],
  ])('knows %s', (name) => {
    expect(isSecretName(name)).toBe(true);
  });

  it.each(['', 'keyword', 'playerId', 'monkey', 'pinned', 'key id', 'passport', 'password_hint'])(
    'leaves %j alone',
    (name) => {
      expect(isSecretName(name)).toBe(false);
    },
  );
});
