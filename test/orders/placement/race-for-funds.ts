import { randomUUID } from 'node:crypto';
import { judgedFaults } from '../../judge/judged-faults.js';
import { Recorder, recording } from '../../judge/recorder.js';
import { HttpClient } from '../../support/http-client.js';
import { settled } from '../../support/settled.js';
import type { TestShop } from '../../support/test-shop.js';

/** Has clients of one account order at the same time what costs more than it has. @returns how many were placed, and what the judge says */
export async function raceForFunds(
  shop: TestShop,
  { clients, orders, funds }: { clients: number; orders: number; funds: number },
): Promise<{ placed: number; refused: number; balance: number; faults: readonly string[] }> {
  const { id, token } = await shop.account({ balance: (funds * 1.23).toFixed(2) });
  const product = await shop.product({ price: '1.23' });
  const recorder = new Recorder();
  recorder.own(token, { accountId: id });
  const sender = { client: 'racer', instance: shop.baseUrl };
  const http = recording(new HttpClient(shop.baseUrl), recorder, sender);
  const api = (path: string) => http.send(path, { token });
  const client = async (): Promise<(number | string)[]> => {
    const outcomes: (number | string)[] = [];
    for (let attempt = 0; attempt < orders / clients; attempt += 1) {
      const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`;
      const { status, json } = await settled(() => api(path));
      outcomes.push(status === 200 ? 'ok' : (json as { code: number }).code);
    }
    return outcomes;
  };
  const outcomes = (await Promise.all(Array.from({ length: clients }, client))).flat();
  for (const route of ['profile', `orders?limit=${orders}`, `statement?limit=${orders}`]) {
    await settled(() => api(`/client/api/${route}`));
  }
  http.close();
  const { faults } = judgedFaults(recorder);
  const [row] = await shop.db.query<{ balance: string }>(
    'SELECT balance FROM accounts WHERE id = $1',
    [id],
  );
  return {
    placed: outcomes.filter((outcome) => outcome === 'ok').length,
    refused: outcomes.filter((outcome) => outcome === 100).length,
    balance: Number(row?.balance),
    faults,
  };
}
