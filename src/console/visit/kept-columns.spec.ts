import { isChosenList, leftOut, withColumns } from './kept-columns.js';

describe('the columns that a browser keeps', () => {
  it.each([
    ['all, without a choice', '', []],
    [
      'those that were left out, in their own order',
      'orders=refunded.state',
      ['state', 'refunded'],
    ],
    ['none that the list has not', 'orders=order.secret.state', ['state']],
    ['none of another list', 'accounts=state', []],
    ['none by any other text', '%%%=&orders', []],
    ['none by a text without end', `orders=${'x.'.repeat(4_000)}`, []],
  ])('are %s', (_, kept, left) => {
    expect(leftOut(kept, 'orders')).toEqual(left);
  });

  it('are chosen for one list, with those of the others kept', () => {
    const orders = ['state', 'quantity', 'refunded'];
    const kept = withColumns('', 'orders', { offered: orders, shown: ['state'] });
    expect(kept).toBe('orders=quantity.refunded');
    const choice = { offered: ['id', 'price', 'state'], shown: ['price', 'unknown'] };
    const both = withColumns(kept, 'products', choice);
    expect(both).toBe('orders=quantity.refunded&products=id.state');
    const all = { offered: orders, shown: orders };
    expect(withColumns(both, 'orders', all)).toBe('products=id.state');
    expect(withColumns(kept, 'orders', all)).toBe('');
  });

  it('stay as they were where they are not offered', () => {
    const choice = { offered: ['id', 'price'], shown: ['id', 'path'] };
    expect(withColumns('products=id.path', 'products', choice)).toBe('products=price.path');
  });

  it('are bounded, whatever a browser sends', () => {
    const choice = { offered: ['id', 'x'.repeat(999)], shown: [] };
    const kept = withColumns(`orders=${'state.'.repeat(999)}&more=1`, 'accounts', choice);
    expect(kept).toBe('orders=state&accounts=id');
  });

  it('are those of known lists', () => {
    expect(['orders', 'toString', 'stock'].map(isChosenList)).toEqual([true, false, false]);
  });
});
