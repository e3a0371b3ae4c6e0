import { pictureType } from './picture-type.js';

describe('the type of a picture', () => {
  it.each([
    ['a PNG', '89504e470d0a1a0a0000000d', 'image/png'],
    ['a JPEG', 'ffd8ffe000104a46494600', 'image/jpeg'],
    ['a WebP', '52494646aabbccdd57454250', 'image/webp'],
    ['a WebP with a line break in its length', '524946460a0d0a0a57454250', 'image/webp'],
    ['a sound', '52494646aabbccdd57415645', undefined],
    ['a GIF', '474946383961', undefined],
    ['an SVG', Buffer.from('<svg xmlns=').toString('hex'), undefined],
    ['a page', Buffer.from('<!doctype html>').toString('hex'), undefined],
    ['a PNG behind something else', '0a89504e470d0a1a0a', undefined],
    ['half a PNG', '89504e47', undefined],
    ['nothing', '', undefined],
  ])('is known by the first bytes of %s', (_, hex, type) => {
    expect(pictureType(Buffer.from(hex, 'hex'))).toBe(type);
  });
});
