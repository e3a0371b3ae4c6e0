import { MAX_COUNTED_ORDERS, ordersNotice, type WaitingOrder } from './notice.js';

const order = (number: number, productId = 7): WaitingOrder => ({
  id: `ID_${number}`,
  productId,
  productName: `Product ${productId}`,
});

describe('one message for many orders', () => {
  it('counts them, and names the first ones and the products with the most', () => {
    const orders = [order(1), order(2, 8), order(3, 8)];
    expect(ordersNotice('order.waiting', orders)).toEqual({
      type: 'order.waiting',
      data: {
        count: 3,
        more: false,
        orders: ['ID_1', 'ID_2', 'ID_3'],
        products: [
          { id: 8, name: 'Product 8', orders: 2 },
          { id: 7, name: 'Product 7', orders: 1 },
        ],
      },
    });
  });

  it('is bounded, and tells that there are more', () => {
    const orders = Array.from({ length: MAX_COUNTED_ORDERS + 1 }, (_, at) => order(at, at + 1));
    const { data } = ordersNotice('order.overdue', orders, 30);
    expect(data).toMatchObject({ count: MAX_COUNTED_ORDERS, more: true, minutes: 30 });
    expect([data.orders.length, data.products.length]).toEqual([20, 20]);
    expect(ordersNotice('order.waiting', orders.slice(1)).data.more).toBe(false);
  });
});
