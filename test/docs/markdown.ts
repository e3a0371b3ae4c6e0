export interface Heading {
  readonly level: number;
  readonly text: string;
  /** By which a link reaches it, as GitHub makes it of the text. */
  readonly anchor: string;
}

/** Headings without those in blocks of code, where # begins a comment. */
export function headingsOf(page: string): Heading[] {
  const seen = new Map<string, number>();
  return [...withoutBlocks(page).matchAll(/^(#{1,6}) +(.+)$/gm)].map(([, marks, text]) => {
    const anchor = anchorOf(text!);
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    return {
      level: marks!.length,
      text: text!,
      anchor: times === 0 ? anchor : `${anchor}-${times}`,
    };
  });
}

/** Targets of links and pictures that lead to files of the repository, or to headings of the page itself. */
export function relativeLinksOf(page: string): string[] {
  const text = withoutBlocks(page).replaceAll(/`[^`\n]*`/g, '');
  return [...text.matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g)].map(([, target]) => target!);
}

const TITLE = '**Contents**';

/** The page with contents before its first chapter, a line for each chapter, which also names what is in it. */
export function withContents(page: string): string {
  const chapters = headingsOf(page).filter(({ level }) => level === 2 || level === 3);
  const lines = chapters.map(({ level, text, anchor }) => {
    const link = `[${text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')}](#${anchor})`;
    return level === 2 ? `\n- ${link}` : `, ${link}`;
  });
  const contents = `${TITLE}\n${lines.join('')}\n\n`;
  const bare = page.replace(/^\*\*Contents\*\*\n\n(?:- .*\n)+\n/m, '');
  return bare.replace(/^## /m, () => `${contents}## `);
}

function withoutBlocks(page: string): string {
  return page.replaceAll(/^( *)```.*\n(?:.*\n)*?\1```$/gm, '');
}

function anchorOf(heading: string): string {
  const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
  return text.replaceAll(/[^\p{L}\p{N}_\- ]/gu, '').replaceAll(' ', '-');
}
