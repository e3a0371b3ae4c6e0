import type { ComponentChildren } from 'preact';
import type { SectionPlace } from '../../operations/sections/page-sections.service.js';

/** A page of the console, as the result of a handler. */
export interface Page {
  /** Also the heading. */
  readonly title: string;
  readonly content: ComponentChildren;
  /** 200 if left out. */
  readonly status?: number | undefined;
  /** The thing that it is about, to whose pages extensions add sections. */
  readonly about?: SectionPlace;
  /** The first page of the part of the menu that it is of, where its address does not tell. */
  readonly part?: 'accounts' | 'orders' | 'operators';
  /** True for a page that begins with why a form was refused. */
  readonly tellsWhy?: boolean;
  /** True for a list of waiting orders, which is shown again when they change. */
  readonly showsWaiting?: boolean;
  /** Shows the page again after so long, while something goes on that it tells of. */
  readonly refreshSeconds?: number | undefined;
  /** True for a form by which a person comes in, which has no navigation. */
  readonly isBare?: boolean;
  /** True for a page to be printed, which has neither navigation nor forms. */
  readonly isPaper?: boolean;
  /** Set for a page that is rendered once for all who have not signed in. */
  readonly kept?: KeptPage | undefined;
}

/** What a page shows that is rendered once. Its content is made of {@link Visit.placed}. */
export interface KeptPage {
  /** Differs where anything but language, colors and these texts does. */
  readonly variant: string;
  /** By the names of their places. */
  readonly texts: Readonly<Record<string, string>>;
}
