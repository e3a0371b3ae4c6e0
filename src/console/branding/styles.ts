import type { Branding } from '../../catalog/branding/branding.js';
import type { Links } from '../../pages/links.js';

/** The addresses of the style sheets of a page. One of another color is another address, so that browsers keep each. */
export function stylesOf(links: Links, { color }: Branding): readonly string[] {
  const own = color === null ? [] : [links.to(`color/${color.slice(1)}.css`)];
  return [links.to('assets/console.css'), ...own];
}
