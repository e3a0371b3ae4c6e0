import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Formats } from './formats.js';
import type { Language } from '../locales/language.js';
import type { Links } from './links.js';

/** What every part of a page needs to know. */
export interface PageContext {
  readonly language: Language;
  readonly formats: Formats;
  readonly links: Links;
  /** The parameters of the page that is shown. */
  readonly query: URLSearchParams;
}

export const CurrentPage = createContext<PageContext | undefined>(undefined);

/** The page that is being rendered. */
export function usePage(): PageContext {
  const page = useContext(CurrentPage);
  if (!page) throw new Error('a component is rendered outside of a page');
  return page;
}
