/** Red, green and blue, from 0 to 255. */
type Rgb = readonly [red: number, green: number, blue: number];

/** What texts of a color must have against what is behind them, by WCAG 2.2 (1.4.3). */
const LEAST_CONTRAST = 4.5;
const STEPS = 50;
/** How much of the color the background of what is chosen has. */
const TINT = 0.1;

interface Theme {
  /** What the color may stand on, as console.css has them. */
  readonly papers: readonly [usual: Rgb, ...others: Rgb[]];
  /** Towards which the color is moved until it can be read. */
  readonly end: Rgb;
  /** Of texts on the color. */
  readonly onColor: Rgb;
}

const WHITE: Rgb = [255, 255, 255];
const DARK: Rgb = [16, 19, 23];

const LIGHT_THEME: Theme = {
  papers: [WHITE, [245, 246, 248], [240, 242, 245]],
  end: [0, 0, 0],
  onColor: WHITE,
};
const DARK_THEME: Theme = {
  papers: [[25, 29, 35], DARK, [20, 24, 29]],
  end: WHITE,
  onColor: DARK,
};

/** The style sheet that gives the console a color of the shop. @param color such as `#1a2b3c` */
export function colorStyle(color: string): string {
  const light = readable(rgbOf(color), LIGHT_THEME);
  const dark = readable(rgbOf(color), DARK_THEME);
  const both = (of: (shown: Shown) => Rgb) => `light-dark(${hexOf(of(light))}, ${hexOf(of(dark))})`;
  const accent = both((shown) => shown.accent);
  const onAccent = both((shown) => shown.onAccent);
  const tint = both((shown) => shown.tint);
  return `:root{--accent:${accent};--on-accent:${onAccent};--tint:${tint}}`;
}

/** A color in one theme. */
export interface Shown {
  readonly accent: Rgb;
  readonly onAccent: Rgb;
  readonly tint: Rgb;
}

/** The color, moved no further than until it can be read on every paper, and texts on it. */
function readable(color: Rgb, { papers, end, onColor }: Theme): Shown {
  for (let step = 0; ; step++) {
    const accent = mixed(color, end, Math.min(1, step / STEPS));
    const tint = mixed(papers[0], accent, TINT);
    const behind = [...papers, tint, onColor];
    const isReadable = behind.every((paper) => contrast(accent, paper) >= LEAST_CONTRAST);
    if (isReadable || step >= STEPS) return { accent, onAccent: onColor, tint };
  }
}

function mixed(from: Rgb, to: Rgb, part: number): Rgb {
  const between = (one: number, other: number): number => Math.round(one + (other - one) * part);
  return [between(from[0], to[0]), between(from[1], to[1]), between(from[2], to[2])];
}

/** By WCAG 2.2, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const both = [luminance(one), luminance(other)];
  return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue);
}

/** The share of light of a part of a color in sRGB. */
function light(part: number): number {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function rgbOf(hex: string): Rgb {
  const number = Number.parseInt(hex.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

function hexOf(color: Rgb): string {
  return `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
