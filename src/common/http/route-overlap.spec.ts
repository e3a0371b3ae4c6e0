import { overlap } from './route-overlap.js';

const get = (path: string) => ({ method: 'GET', path });

it.each([
  ['/client/api/profile', '/client/api/profile'],
  ['/client/api/profile', '/CLIENT/API/profile/'],
  ['/client/api/profile', 'client/api/profile'],
  ['/client/api/content/:id', '/client/api/content/mine'],
  ['/client/api/content/mine', '/client/api/content/:id'],
  ['/a/:x/c', '/a/b/:y'],
  ['/client/api/profile', '/client/:any/profile'],
  ['/client/api/profile', '/client/*rest'],
  ['/client/api/profile', '/*rest'],
  ['/client/api/newOrder/:id/params', '/*rest/params'],
  ['/client/api/newOrder/:id', '/client/api/newOrder{/:id}'],
  ['/client/api/newOrder', '/client/api/newOrder{/:id}'],
  ['/client/api/newOrder', '/client/api/new{Order}'],
  ['/docs', '/:file'],
  ['/docs-json', '/docs:form'],
  ['/', ''],
])('%s and %s may take the same request', (one, other) => {
  expect(overlap(get(one), get(other))).toBe(true);
  expect(overlap(get(other), get(one))).toBe(true);
});

it.each([
  ['/client/api/profile', '/client/api/profiles'],
  ['/client/api/profile', '/client/api/profile/acme'],
  ['/client/api/profile', '/client/api'],
  ['/client/api/content/:id', '/client/api/content'],
  ['/client/api/:name', '/acme/api/:name'],
  ['/client/*rest', '/acme/*rest'],
  ['/client/api/profile', '/:one/:two'],
  ['/', '/acme'],
])('%s and %s never do', (one, other) => {
  expect(overlap(get(one), get(other))).toBe(false);
  expect(overlap(get(other), get(one))).toBe(false);
});

it('looks at the method, too', () => {
  const route = (method: string) => ({ method, path: '/acme' });
  expect(overlap(route('GET'), route('POST'))).toBe(false);
  expect(overlap(route('ALL'), route('POST'))).toBe(true);
  // Express answers HEAD with the route of GET.
  expect(overlap(route('HEAD'), route('GET'))).toBe(true);
});
