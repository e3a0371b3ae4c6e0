import { nearestSpecs, plantedFault } from './planted-fault.js';

const PATCH = `Fault: The last piece is free.
Seen by: The shop's owner, in the sales report.

diff --git a/src/orders/total.ts b/src/orders/total.ts
--- a/src/orders/total.ts
+++ b/src/orders/total.ts
@@ -1 +1 @@
-const pieces = quantity;
+const pieces = quantity - 1;
`;

describe('a planted fault', () => {
  it('is told by its patch', () => {
    expect(plantedFault('07-orders-last-piece-free.patch', PATCH)).toEqual({
      number: '07',
      path: 'test/planted/07-orders-last-piece-free.patch',
      fault: 'The last piece is free.',
      seenBy: "The shop's owner, in the sales report.",
      files: ['src/orders/total.ts'],
    });
  });

  it('says what it is and who would see it', () => {
    expect(() => plantedFault('07-x.patch', PATCH.replace('Seen by', 'Found by'))).toThrow(
      'Seen by',
    );
  });
});

it('the specs nearest to a source are those beside it, then those of its folders', () => {
  expect(nearestSpecs('src/orders/placement/order-batches.ts')).toEqual([
    'src/orders/placement/order-batches.spec.',
    'src/orders/placement/',
    'test/orders/placement/',
    'src/orders/',
    'test/orders/',
  ]);
});
