import { startTestShop } from '../support/test-shop.js';

const PATH = '/client/api/integration';

describe('the base URL', () => {
  it.each([
    ['https://shop.example/', 'https://shop.example'],
    ['http://localhost:8080', 'http://localhost:8080'],
  ])('%s is told as %s, and no link has two slashes', async (setting, told) => {
    const other = await startTestShop({ BASE_URL: setting });
    try {
      const { json } = await other.request(PATH);

      expect(json).toMatchObject({ base_url: told, openapi: `${told}/openapi.json` });
      expect((await other.request('/openapi.json')).json).toMatchObject({
        servers: [{ url: told }],
      });
    } finally {
      await other.close();
    }
  });
});
