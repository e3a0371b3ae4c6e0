import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { workerShop } from '../../support/worker-shop.js';

describe('bytes behind a request', () => {
  it('never hide the answer of an order that was made', async () => {
    const shop = await workerShop();
    const { token } = await shop.account({ balance: '10' });
    const product = await shop.product({ price: '1' });
    const { hostname, port } = new URL(shop.baseUrl);
    const socket = connect(Number(port), hostname);
    const path = `/client/api/newOrder/${product}?order_uuid=${randomUUID()}`;
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\napi-token: ${token}\r\n\r\n{"stray":"body"}`);
    let answer = '';
    for await (const chunk of socket.setEncoding('utf8')) answer += String(chunk);
    expect(answer).toMatch(/^HTTP\/1.1 200 OK/);
    expect(answer).toContain('"status":"wait"');
  });

  it('hide none of several answers', async () => {
    const shop = await workerShop();
    const { token } = await shop.account({ balance: '10' });
    const product = await shop.product({ price: '1' });
    const { hostname, port } = new URL(shop.baseUrl);
    const socket = connect(Number(port), hostname);
    const orders = [1, 2, 3].map(() => {
      const path = `/client/api/newOrder/${product}?order_uuid=${randomUUID()}`;
      return `GET ${path} HTTP/1.1\r\nHost: x\r\napi-token: ${token}\r\n\r\n`;
    });
    socket.write(`${orders.join('')}{"stray":"body"}`);
    let answers = '';
    for await (const chunk of socket.setEncoding('utf8')) answers += String(chunk);
    expect(answers.match(/"status":"wait"/g)).toHaveLength(3);
  });
});
