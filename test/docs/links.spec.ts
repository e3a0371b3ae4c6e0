import { existsSync } from 'node:fs';
import { glob, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { headingsOf, relativeLinksOf, withContents } from './markdown.js';

const exclude = ['**/node_modules/**', 'dist/**', '.git/**'];

/** From so many lines on a page begins with its contents; versions of the changelog are found by their numbers. */
const LONG = 120;
const WITHOUT_CONTENTS = ['CHANGELOG.md'];

/** Text of each Markdown file, by its path. */
const pages = new Map<string, string>();

beforeAll(async () => {
  for await (const path of glob('**/*.md', { exclude }))
    pages.set(path, await readFile(path, 'utf8'));
  expect(pages.size).toBeGreaterThan(100);
});

/** The path that a link of a page leads to, and the heading there, empty where it names none. */
function targetOf(page: string, link: string): { readonly path: string; readonly anchor: string } {
  const [file = '', anchor = ''] = link.split('#');
  return { path: file === '' ? page : join(dirname(page), file), anchor };
}

function isBroken(page: string, link: string): boolean {
  const { path, anchor } = targetOf(page, link);
  if (!existsSync(path)) return true;
  const text = pages.get(path);
  return anchor !== '' && !headingsOf(text ?? '').some((heading) => heading.anchor === anchor);
}

/** Pages to which a page links; a link to a folder leads to all pages in it. */
function linkedFrom(page: string): string[] {
  const targets = relativeLinksOf(pages.get(page) ?? '').map((link) => targetOf(page, link).path);
  return targets.flatMap((path) =>
    pages.has(path) ? [path] : [...pages.keys()].filter((one) => dirname(one) === path),
  );
}

describe('the Markdown of the repository', () => {
  it('has links to files and headings that are there, and no other', () => {
    const broken = [...pages].flatMap(([page, text]) =>
      relativeLinksOf(text)
        .filter((link) => isBroken(page, link))
        .map((link) => `${page}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it('is reached from the README, each page of docs by one link', () => {
    const reached = new Set(['README.md']);
    for (const page of reached) for (const next of linkedFrom(page)) reached.add(next);
    expect([...pages.keys()].filter((page) => !reached.has(page))).toEqual([]);
    const first = linkedFrom('README.md');
    const docs = [...pages.keys()].filter((page) => dirname(page) === 'docs');
    expect(docs.filter((page) => !first.includes(page))).toEqual([]);
  });

  // `CONTENTS=write npm test -- test/docs/links.spec.ts` writes them.
  it('begins with its contents where it is long', async () => {
    const long = [...pages].filter(
      ([page, text]) => text.split('\n').length > LONG && !WITHOUT_CONTENTS.includes(page),
    );
    const stale = long.filter(([, text]) => withContents(text) !== text);
    if (process.env.CONTENTS === 'write') {
      for (const [page, text] of stale) await writeFile(page, withContents(text));
    } else expect(stale.map(([page]) => page)).toEqual([]);
  });
});

it('each page of docs that a file to copy, a source or a text names is there', async () => {
  const named: string[] = [];
  for await (const path of glob(
    '{src,deploy,docker,locales,examples,bench,build,test}/**/{*.*,*Dockerfile,Caddyfile}',
    {
      exclude: [...exclude, 'test/wire-record/**'],
    },
  )) {
    const text = await readFile(path, 'utf8');
    named.push(...[...text.matchAll(/\bdocs\/[\w-]+\.md/g)].map(([page]) => page));
  }
  expect(named.length).toBeGreaterThan(20);
  expect([...new Set(named)].filter((page) => !existsSync(page))).toEqual([]);
});
