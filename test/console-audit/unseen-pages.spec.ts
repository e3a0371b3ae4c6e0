import { unseenPages } from './unseen-pages.js';

const get = (path: string) => ({ method: 'GET', path });

const ROUTES = [
  get('/console'),
  get('/console/operators'),
  get('/console/operators/new'),
  get('/console/operators/:name'),
  get('/console/live'),
  get('/console/audit/export'),
  { method: 'POST', path: '/console/sign-out' },
  get('/ping'),
];

describe('the pages that an audit has not seen', () => {
  it('are those of the console that no path leads to', () => {
    expect(unseenPages(ROUTES, ['/console'])).toEqual([
      '/console/operators',
      '/console/operators/new',
      '/console/operators/:name',
    ]);
  });

  it('are not seen by the path of another page', () => {
    expect(
      unseenPages(ROUTES, ['/console', '/console/operators', '/console/operators/new']),
    ).toEqual(['/console/operators/:name']);
  });

  it('are none when each has been opened', () => {
    const paths = [
      '/console',
      '/console/operators',
      '/console/operators/new',
      '/console/operators/ada',
    ];
    expect(unseenPages(ROUTES, paths)).toEqual([]);
  });
});
