import { networkPath, networksOf } from './networks.js';

it.each([
  ['203.0.113.7', ['203.0.113.7', '203.0.113.0/24', '203.0.0.0/16']],
  ['::ffff:203.0.113.7', ['203.0.113.7', '203.0.113.0/24', '203.0.0.0/16']],
  ['2001:db8:1:2ff:3:4:5:6', ['2001:db8:1:2ff::/64', '2001:db8:1:200::/56', '2001:db8:1::/48']],
  [null, ['']],
  [undefined, ['']],
  ['unknown', ['']],
])('%s lies in %j', (address, networks) => {
  expect(networksOf(address)).toEqual(networks);
  expect(networkPath(address)).toEqual([...networks].reverse());
});
