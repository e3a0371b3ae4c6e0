import { operatorBrowser } from '../support/console-operator.js';
import { fresh, workerShop } from '../support/worker-shop.js';

describe('who may not edit the catalog', () => {
  it('reads it, and is refused when a form is sent anyway', async () => {
    const shop = await workerShop();
    const id = await shop.product({ name: 'Read only', price: '1' });
    const viewer = await operatorBrowser(shop, 'viewer', fresh('viewer'));
    const page = await viewer.open(`/console/catalog/products/${id}`);
    expect([page.status, page.root.querySelectorAll('main form')]).toEqual([200, []]);
    const forms = [
      ...['products/1/settings', 'products/1/fields', 'products/1/cost', 'products/1/deletion'],
      ...['rules/visibility', 'rules/prices'],
      ...['rules/visibility/clear', 'rules/prices/clear', 'categories', 'categories/1/rename'],
      ...['categories/1/move', 'categories/1/products', 'categories/1/picture'],
      ...['categories/1/picture/remove', 'products/1/picture', 'products/1/picture/remove'],
    ];
    for (const form of forms) {
      const refused = await viewer.post(`/console/catalog/${form}`, new URLSearchParams());
      expect([form, refused.status]).toEqual([form, 403]);
    }
    expect((await viewer.open('/console/catalog/categories/1/products')).status).toBe(403);
  });
});
