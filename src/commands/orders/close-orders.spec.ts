import { vi } from 'vitest';
import type { Order } from '../../orders/order.entity.js';
import type { OpenShop } from '../context/command-context.js';
import type { Terminal } from '../context/terminal.js';
import { closeOrders } from './close-orders.js';

const CLOSED = {
  ...{ status: 'accept', quantity: '1', unitPrice: '1', total: '1', refunded: '0' },
} as Order;

it('orders that were closed before the database went away are noted and shown', async () => {
  const gone = new Error('Connection terminated unexpectedly');
  const close = (orderId: string) =>
    orderId === 'ID_2' ? Promise.reject(gone) : Promise.resolve({ ...CLOSED, orderId });
  const [note, list] = [vi.fn(), vi.fn()];
  const shop = { get: () => ({ note }) } as unknown as OpenShop;
  const terminal = { list } as unknown as Terminal;
  const closing = closeOrders(['ID_1', 'ID_2', 'ID_3'], { shop, terminal }, close);
  await expect(closing).rejects.toBe(gone);
  expect(note).toHaveBeenCalledWith({ before: { ID_1: 'wait' }, after: { ID_1: 'accept' } });
  expect(list).toHaveBeenCalledWith(
    [expect.objectContaining({ order: 'ID_1' })],
    expect.anything(),
  );
});
