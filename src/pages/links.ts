import { placeOf } from './kept-documents.js';

/**
 * Addresses of pages relative to the one that is shown, so that they work below any path of a proxy.
 */
export class Links {
  /** The address of the home page. */
  readonly home: string;
  /** What stands before a page below the home page. */
  private readonly up: string;

  /** In a page that is kept for all paths. */
  static get placed(): Links {
    const links = new Links('', '');
    Object.assign(links, { home: placeOf('home'), up: placeOf('up') });
    return links;
  }

  /**
   * @param root the path of the home page, such as `/console`.
   * @param path of the page that is shown, which is the root or below it.
   */
  constructor(root: string, path: string) {
    const below = path.slice(root.length).split('/').length - 1;
    const name = root.slice(root.lastIndexOf('/') + 1);
    this.up = below === 0 ? `${name}/` : '../'.repeat(below - 1) || './';
    this.home = below === 0 ? name : `${'../'.repeat(below)}${name}`;
  }

  /** For the places of such a page. */
  get texts(): Readonly<Record<string, string>> {
    return { home: this.home, up: this.up };
  }

  /**
   * The address of a page below the home page.
   * @param parameters empty and undefined ones are left out.
   */
  to(page: string, parameters: Readonly<Record<string, string | undefined>> = {}): string {
    const given = Object.entries(parameters).flatMap(([name, value = '']) =>
      value === '' ? [] : [[name, value]],
    );
    const query = new URLSearchParams(given).toString();
    const path = page === '' ? this.home : this.up + page;
    return path + (query === '' ? '' : `?${query}`);
  }
}
