import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { directionOf } from '../locales/language.js';
import { CurrentPage, type PageContext } from './page-context.js';
import { wordsOf } from './words.js';

/** The colors that a person has chosen; without a choice those of the device. */
export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

interface DocumentProps {
  readonly page: PageContext;
  readonly title: string;
  readonly theme: Theme | undefined;
  /** Addresses of what the page loads: style sheets, icon and module. */
  readonly styles: readonly string[];
  readonly icon: string;
  readonly script?: string;
  readonly children: ComponentChildren;
}

function Document({ page, title, theme, styles, icon, script, children }: DocumentProps) {
  const { language } = page;
  return (
    <html lang={language} dir={directionOf(language)} data-theme={theme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={theme ?? 'light dark'} />
        <title>{title}</title>
        {styles.map((style) => (
          <link rel="stylesheet" href={style} />
        ))}
        <link rel="icon" href={icon} type="image/svg+xml" />
        {script !== undefined && <script type="module" src={script} />}
      </head>
      <body>
        <a class="skip" href="#content">
          {wordsOf(language, 'common').skip}
        </a>
        {children}
      </body>
    </html>
  );
}

/** The HTML of a page. Every text in it is escaped. */
export function renderDocument(props: DocumentProps): string {
  const document = (
    <CurrentPage.Provider value={props.page}>
      <Document {...props} />
    </CurrentPage.Provider>
  );
  return `<!doctype html>${renderToString(document)}`;
}
