import { RawConnection } from '../../support/raw-connection.js';
import { workerShop } from '../../support/worker-shop.js';

describe('a URL that is sent as it is typed', () => {
  it.each([
    ['an Arabic name', Buffer.from('معرف=1').toString('latin1')],
    ['a space', 'Player ID=1'],
  ])('is told to be encoded, with %s in it', async (_, query) => {
    const shop = await workerShop();
    const connection = await RawConnection.open(shop.baseUrl);
    connection.write(`GET /client/api/quote/1/params?${query} HTTP/1.1\r\nHost: x\r\n\r\n`);

    expect(await connection.untilClosed()).toContain(
      '"message":"Malformed HTTP request: the URL must be ASCII without spaces; percent-encode all else as UTF-8"',
    );
  });

  it('is all that is told so', async () => {
    const shop = await workerShop();
    const connection = await RawConnection.open(shop.baseUrl);
    connection.write('GET /client/api/ping HTTP/1.1\r\nBad Header: x\r\n\r\n');

    expect(await connection.untilClosed()).toContain('"message":"Malformed HTTP request"');
  });
});
