import { acceptedEncodings } from './accepted-encodings.js';

describe('acceptedEncodings', () => {
  it.each([
    [undefined, false, false],
    ['', false, false],
    ['identity', false, false],
    ['gzip', true, false],
    ['GZIP', true, false],
    ['br', false, true],
    ['gzip, deflate, br', true, true],
    ['gzip;q=0.5,br;q=1.0', true, true],
    ['gzip;q=0, br', false, true],
    ['gzip ; q=0', false, false],
    ['*', true, true],
    ['*;q=0', false, false],
    ['*, br;q=0', true, false],
    ['gzip;q=x', false, false],
    ['x-gzip', false, false],
    [';;,,', false, false],
  ])('reads %j as gzip %s and br %s', (header, gzip, br) => {
    expect(acceptedEncodings(header)).toEqual({ gzip, br });
  });
});
