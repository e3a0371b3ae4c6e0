import { LRUCache } from 'lru-cache';

/** They take some megabytes. */
const MAX_KEPT = 500;
/** No text of our own has these characters, which Unicode gives to nobody. */
const PLACE = /\ue000(\w+)\ue001/;

/** Stands in a page that is kept where each request has a text of its own. */
export function placeOf(name: string): string {
  return `\ue000${name}\ue001`;
}

/** Pages that are rendered once, and filled in for each request. */
export class KeptDocuments {
  /** Of each page its HTML and the names of its places, alternating. */
  private readonly kept = new LRUCache<string, readonly string[]>({ max: MAX_KEPT });

  /**
   * @param key differs where anything but the texts does.
   * @param texts by the names of their places.
   * @param render the HTML, which holds no text of the request.
   */
  bytesOf(key: string, texts: Readonly<Record<string, string>>, render: () => string): Buffer {
    const parts = this.kept.get(key) ?? render().split(PLACE);
    this.kept.set(key, parts);
    const filled = parts.map((part, index) =>
      index % 2 === 0 ? part : escaped(texts[part] ?? ''),
    );
    return Buffer.from(filled.join(''));
  }
}

/** As the renderer escapes texts and attributes. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
