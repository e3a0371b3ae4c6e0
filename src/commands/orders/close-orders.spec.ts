import { vi } from 'vitest';
import type { Terminal } from '../context/terminal.js';
import { closeEach } from './close-orders.js';

it('orders that were closed before the database went away are shown', async () => {
  const gone = new Error('Connection terminated unexpectedly');
  const list = vi.fn();
  const closing = closeEach(['ID_1', 'ID_2', 'ID_3'], { list } as unknown as Terminal, {
    close: (orderId, onDone) => {
      if (orderId === 'ID_2') return Promise.reject(gone);
      onDone({ order_id: orderId });
      return Promise.resolve();
    },
    rowOf: (answer) => ({ ...answer }),
  });
  await expect(closing).rejects.toBe(gone);
  expect(list).toHaveBeenCalledWith(
    [{ order_id: 'ID_1' }],
    ...[expect.anything(), expect.anything()],
  );
});
