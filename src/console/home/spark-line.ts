/** The box that the line is drawn in, in units of its own. */
export const SPARK = { width: 120, height: 32, edge: 2 } as const;

/**
 * A line through values, the first at the start; the lowest of them and 0 at the bottom.
 * @param values exact enough to draw by; undefined for what is unknown, where the line has a gap
 * @returns the path of an SVG; empty without two known values
 */
export function sparkLine(values: readonly (number | undefined)[]): string {
  const known = values.filter((value) => value !== undefined);
  if (known.length < 2) return '';
  const { width, height, edge } = SPARK;
  const [low, high] = [Math.min(0, ...known), Math.max(0, ...known)];
  const scale = high === low ? 0 : (height - 2 * edge) / (high - low);
  const step = (width - 2 * edge) / (values.length - 1);
  let isDrawn = false;
  const parts = values.map((value, index) => {
    const move = isDrawn ? 'L' : 'M';
    isDrawn = value !== undefined;
    if (value === undefined) return '';
    const [x, y] = [edge + index * step, height - edge - (value - low) * scale];
    return `${move}${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return parts.join('');
}
