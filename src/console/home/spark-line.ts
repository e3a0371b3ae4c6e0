import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';

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
  const x = scaleLinear([0, values.length - 1], [edge, width - edge]);
  const [low, high] = [Math.min(0, ...known), Math.max(0, ...known)];
  // Where nothing was sold at all, the line is at the bottom.
  const y = scaleLinear([low, high === low ? 1 : high], [height - edge, edge]);
  const path = line<number | undefined>()
    .defined((value) => value !== undefined)
    .x((_, index) => x(index))
    .y((value = 0) => y(value));
  return path(values) ?? '';
}
