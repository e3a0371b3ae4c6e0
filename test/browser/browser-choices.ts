/** A browser that may be here. */
export type BrowserChoice =
  | { readonly kind: 'program'; readonly path: string }
  /** Chrome where its installer puts it. */
  | { readonly kind: 'chrome' }
  /** Chromium as an npm package brings it, which has one program, for Linux on x64. */
  | { readonly kind: 'package' };

/** What decides where browsers are looked for. */
export interface BrowserPlace {
  readonly platform: string;
  readonly arch: string;
  /** The environment variable; empty is unset. */
  readonly CHROME_PATH?: string | undefined;
  /** The path of a program that is installed. */
  installed(program: string): string | undefined;
}

const PROGRAMS = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser'];

/** The browsers to try, in this order. Whoever names one gets no other. */
export function browserChoices(place: BrowserPlace): readonly BrowserChoice[] {
  if (place.CHROME_PATH) return [{ kind: 'program', path: place.CHROME_PATH }];
  const paths = PROGRAMS.map((name) => place.installed(name));
  const hasPackage = place.platform === 'linux' && place.arch === 'x64';
  return [
    ...paths.flatMap((path): BrowserChoice[] => (path ? [{ kind: 'program', path }] : [])),
    { kind: 'chrome' },
    ...(hasPackage ? [{ kind: 'package' } as const] : []),
  ];
}
