import { operatorBrowser } from '../support/console-operator.js';
import { startTestShop } from '../support/test-shop.js';
import { FORM, IMPORTS, multipart } from './multipart.js';

describe('a form', () => {
  it('is refused in the middle when it is too large, on a connection that stays', async () => {
    const shop = await startTestShop();
    const ada = await operatorBrowser(shop, 'owner', 'ada');
    const body = multipart('x'.repeat(134_217_729));
    const { status } = await ada.ask(IMPORTS, { method: 'POST', headers: FORM, body });
    expect(status).toBe(413);
    expect((await ada.open(IMPORTS)).status).toBe(200);
    await shop.close();
  });
});
