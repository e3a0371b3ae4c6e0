import { KeptDocuments, placeOf } from './kept-documents.js';

describe('a page that is kept', () => {
  it('is rendered once, and has the texts of each request, escaped', () => {
    const pages = new KeptDocuments();
    let rendered = 0;
    const page = (name: string, next: string): string =>
      pages
        .bytesOf('key', { name, next }, () => {
          rendered += 1;
          return `<p>${placeOf('name')}</p><a href="${placeOf('next')}">${placeOf('name')}</a>`;
        })
        .toString();
    expect(page('Ada', 'a')).toBe('<p>Ada</p><a href="a">Ada</a>');
    expect(page('<b> & "c"', '"><script>')).toBe(
      '<p>&lt;b> &amp; &quot;c&quot;</p><a href="&quot;>&lt;script>">&lt;b> &amp; &quot;c&quot;</a>',
    );
    expect(page(placeOf('next'), '')).toBe(
      `<p>${placeOf('next')}</p><a href="">${placeOf('next')}</a>`,
    );
    expect(rendered).toBe(1);
  });

  it('is another one under another key', () => {
    const pages = new KeptDocuments();
    const page = (key: string): string => pages.bytesOf(key, {}, () => key).toString();
    expect([page('a'), page('b'), page('a')]).toEqual(['a', 'b', 'a']);
  });
});
