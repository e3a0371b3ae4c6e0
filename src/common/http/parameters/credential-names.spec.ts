import { isCredentialName } from './credential-names.js';

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
