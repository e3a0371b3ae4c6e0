import { OperatorManagement } from '../../src/people/management/operator-management.service.js';
import { OperatorTokens } from '../../src/people/tokens/operator-tokens.service.js';
import { Instance } from '../support/instance.js';
import { TestOperator } from '../support/test-operator.js';
import { startTestShop } from '../support/test-shop.js';

const BY = { actor: 'operator:test' };

describe('the token of an operator', () => {
  it('is refused on both instances from its end on, and from that of its operator', async () => {
    const shop = await startTestShop();
    const other = await Instance.on(shop.db);
    const [revoked, disabled] = await Promise.all([
      TestOperator.of(shop, 'viewer', { name: 'revoked' }),
      TestOperator.of(shop, 'viewer', { name: 'disabled' }),
    ]);
    const both = [revoked, disabled].flatMap((one) => [one, one.at(other)]);
    for (const one of both) expect((await one.ask('GET me')).status).toBe(200);

    await shop.service(OperatorTokens).revoke(revoked.tokenId, BY);
    await shop.service(OperatorManagement).disable('disabled', BY);

    for (const one of both) {
      expect(await one.ask('GET me')).toMatchObject({
        status: 401,
        json: { type: 'urn:souk:problem:not-signed-in' },
      });
    }
    await other.close();
    await shop.close();
  });
});
