import fc from 'fast-check';
import { assertPicture } from './uploaded-picture.js';

const MAX_BYTES = 1_000;

function hexOf(number: number, bytes: number): string {
  return number.toString(16).padStart(bytes * 2, '0');
}

/** The beginning of a PNG: its signature, and the chunk IHDR. */
function png(width: number, height: number): Buffer {
  const header = `0000000d49484452${hexOf(width, 4)}${hexOf(height, 4)}0806000000`;
  return Buffer.from(`89504e470d0a1a0a${header}`, 'hex');
}

/** The beginning of a JPEG: APP0 and the frame. */
function jpeg(width: number, height: number): Buffer {
  const frame = `ffc0001108${hexOf(height, 2)}${hexOf(width, 2)}03011100021100031100`;
  return Buffer.from(`ffd8ffe000104a46494600010100000100010000${frame}ffd9`, 'hex');
}

/** The beginning of an extended WebP, whose sides are one less each, the lowest byte first. */
function webp(width: number, height: number): Buffer {
  const chunk = Buffer.alloc(18);
  chunk.write('VP8X');
  chunk.writeUInt32LE(10, 4);
  chunk.writeUIntLE(width - 1, 12, 3);
  chunk.writeUIntLE(height - 1, 15, 3);
  return Buffer.concat([Buffer.from('RIFF\x20\0\0\0WEBP', 'latin1'), chunk]);
}

const FORMS = [
  ['PNG', png],
  ['JPEG', jpeg],
  ['WebP', webp],
] as const;

describe('an uploaded picture', () => {
  it.each(FORMS)('is taken as %s of up to 2,000 pixels a side', (_, made) => {
    expect(() => {
      assertPicture(made(2_000, 1), MAX_BYTES);
    }).not.toThrow();
    for (const [width, height] of [
      [2_001, 10],
      [10, 2_001],
    ] as const) {
      expect(() => {
        assertPicture(made(width, height), MAX_BYTES);
      }).toThrow(
        `The picture has ${width} × ${height} pixels; at most 2000 × 2000 are taken. Please make it smaller.`,
      );
    }
  });

  it('is told the limit of its bytes', () => {
    const long = Buffer.concat([png(10, 10), Buffer.alloc(MAX_BYTES)]);
    expect(() => {
      assertPicture(long, MAX_BYTES);
    }).toThrow('The picture is larger than 1 kB. Please make it smaller.');
  });

  it.each([
    ['nothing', ''],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('hex')],
    ['a GIF', '47494638396101000100'],
    ['a PNG that ends at its signature', '89504e470d0a1a0a'],
    ['a PNG without pixels', png(0, 10).toString('hex')],
    ['a JPEG that ends before its frame', 'ffd8ffe000104a464946'],
  ])('is refused as %s', (_, hex) => {
    expect(() => {
      assertPicture(Buffer.from(hex, 'hex'), MAX_BYTES);
    }).toThrow('The file is no PNG, JPEG or WebP that can be read.');
  });

  it('is taken or refused by a sentence, whatever its bytes are', () => {
    const beginnings = fc.constantFrom(...FORMS.map(([, made]) => made(100, 100)));
    const changed = fc.tuple(beginnings, fc.nat({ max: 60 }), fc.uint8Array({ maxLength: 60 }));
    fc.assert(
      fc.property(changed, ([beginning, kept, rest]) => {
        const bytes = Buffer.concat([beginning.subarray(0, kept), rest]);
        try {
          assertPicture(bytes, MAX_BYTES);
        } catch (error) {
          expect((error as Error).name).toBe('OperatorError');
        }
      }),
    );
  });
});
