import { LANE_OF_ROUTE } from '../../../test/lanes/lane-of-route.js';
import { logSafeUrl } from './log-safe-url.js';
import { routeFamily } from './route-family.js';

it.each([
  ['/client/api/newOrder/17/params?order_uuid=a', 'orders'],
  ['/CLIENT/API/NEWORDER/17', 'orders'],
  ['/client/api/orders', 'books'],
  ['/client/api/orders?limit=5', 'books'],
  ['/client/api/orders/changes?wait=30', 'feed'],
  ['/client/api/receipts/keys', 'books'],
  ['/client/api/changes', 'catalog'],
  ['/client/api/ping', 'health'],
  ['/health/ready', 'health'],
  ['/admin/api/v1/orders', 'admin'],
  ['/console', 'console'],
  ['/console/orders?status=wait', 'console'],
  ['/console/live', 'live'],
  ['/console/assets/console.css', 'files'],
  ['/images/1.png', 'files'],
  ['/client/api/***', 'other'],
  ['/client/***', 'other'],
  ['/***', 'other'],
  ['/', 'other'],
  ['*', 'other'],
  ['', 'other'],
])('%s is of the family %s', (url, family) => {
  expect(routeFamily(url)).toBe(family);
});

it('every route of Souk has one', () => {
  const paths = Object.keys(LANE_OF_ROUTE).map((route) => route.split(' ')[1] ?? '');
  const without = paths.filter((path) => routeFamily(logSafeUrl(path)) === 'other');
  // The route of the extension that the specs load.
  expect(without).toEqual(['/acme/report']);
});
