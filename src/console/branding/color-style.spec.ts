import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { colorStyle, contrast } from './color-style.js';

const STYLE_SHEET = '../../../assets/console/console.css';
/** Of the light theme and of the dark one. */
const PAPERS = [
  ['#ffffff', '#f5f6f8', '#f0f2f5'],
  ['#191d23', '#101317', '#14181d'],
];

type Rgb = readonly [number, number, number];

const byte = fc.integer({ min: 0, max: 255 });
const colors = fc
  .tuple(byte, byte, byte)
  .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`);

/** The two colors of a property of the style sheet: in the light theme and in the dark one. */
function bothOf(style: string, property: string): readonly [light: Rgb, dark: Rgb] {
  const [, text = ''] = new RegExp(`--${property}:light-dark\\(([^)]*)\\)`).exec(style) ?? [];
  const [light, dark] = text.split(', ').map((hex): Rgb => {
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
    return [red!, green!, blue!];
  });
  return [light!, dark!];
}

describe('the style of a color', () => {
  it.each([
    ['black and white', [0, 0, 0], [255, 255, 255], 21],
    ['a color and itself', [10, 20, 30], [10, 20, 30], 1],
    ['the darkest grey that can be read on white', [118, 118, 118], [255, 255, 255], 4.54],
  ] as const)('knows the contrast of %s', (_, one, other, expected) => {
    expect(contrast(one, other)).toBeCloseTo(expected, 2);
    expect(contrast(other, one)).toBe(contrast(one, other));
  });

  it('keeps a color that can be read in a theme', () => {
    expect(colorStyle('#0b5c4c')).toContain('--accent:light-dark(#0b5c4c, ');
    expect(colorStyle('#6fd3bb')).toMatch(/--accent:light-dark\(#[0-9a-f]{6}, #6fd3bb\)/);
  });

  it('knows the backgrounds of the style sheet', async () => {
    const style = await readFile(new URL(STYLE_SHEET, import.meta.url), 'utf8');
    const declared = ['paper', 'raised', 'sunken'].map((name) => {
      const [, light, dark] =
        new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(style) ?? [];
      return [light, dark];
    });
    expect(declared.map(([light]) => light).toSorted()).toEqual(PAPERS[0]!.toSorted());
    expect(declared.map(([, dark]) => dark).toSorted()).toEqual(PAPERS[1]!.toSorted());
  });

  it('makes any color readable in both themes, on its papers and below its texts', () => {
    fc.assert(
      fc.property(colors, (color) => {
        const style = colorStyle(color);
        const accents = bothOf(style, 'accent');
        const texts = bothOf(style, 'on-accent');
        const tints = bothOf(style, 'tint');
        accents.forEach((accent, theme) => {
          const behind = PAPERS[theme]!.map(
            (hex) => bothOf(`--x:light-dark(${hex}, ${hex})`, 'x')[0],
          );
          for (const paper of [...behind, texts[theme]!, tints[theme]!]) {
            expect(contrast(accent, paper)).toBeGreaterThanOrEqual(4.5);
          }
        });
      }),
    );
  });
});
