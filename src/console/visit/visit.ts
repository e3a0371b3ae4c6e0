import { parseCookie } from 'cookie';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { callerOf, type Caller, type OperatorRequest } from '../../admin/access/caller.js';
import { THEMES, type Theme } from '../../pages/document.js';
import { Formats } from '../../pages/formats.js';
import { USUAL_CONVENTIONS, type Conventions } from '../../locales/conventions.js';
import { SOURCE, type Language } from '../../locales/language.js';
import { Locale } from '../../locales/locale.js';
import { placeOf } from '../../pages/kept-documents.js';
import { Links } from '../../pages/links.js';
import type { PageContext } from '../../pages/page-context.js';
import type { SessionPrincipal } from '../../people/sessions/operator-sessions.service.js';
import { CONSOLE_ROOT } from './console-paths.js';

/** Cookies of what a person has chosen. They decide about nothing but the looks of pages. */
export const LANGUAGE_COOKIE = 'souk_lang';
export const THEME_COOKIE = 'souk_theme';

/** A request of the console; the guard adds the operator. */
export interface ConsoleRequest extends OperatorRequest {
  operator?: Caller<SessionPrincipal>;
  visit?: Visit;
}

/** One request of a browser: who asks for which page, and in which language. */
export class Visit implements PageContext {
  readonly language: Language;
  readonly theme: Theme | undefined;
  readonly links: Links;
  readonly query: URLSearchParams;
  /** The entry of a change that was just made, and can be undone where it is told of. */
  undoable: number | undefined;

  constructor(private readonly request: ConsoleRequest) {
    const cookies = parseCookie(request.headers.cookie ?? '');
    this.language = languageFor(request, cookies[LANGUAGE_COOKIE]);
    this.theme = THEMES.find((theme) => theme === cookies[THEME_COOKIE]);
    this.links = new Links(CONSOLE_ROOT, request.path);
    this.query = new URLSearchParams(request.url.split('?')[1] ?? '');
  }

  /** How the operator reads; on pages for everybody the usual ones. */
  get conventions(): Conventions {
    return this.operator?.principal.conventions ?? USUAL_CONVENTIONS;
  }

  get formats(): Formats {
    return Formats.of(this.language, this.conventions);
  }

  /** Undefined on pages for everybody. */
  get operator(): Caller<SessionPrincipal> | undefined {
    return this.request.operator;
  }

  /** Of a page for operators. */
  get caller(): Caller {
    return callerOf(this.request);
  }

  /** Aborted when the time for the request is over. */
  get timeLimit(): AbortSignal | undefined {
    return this.request.timeLimit;
  }

  /** The same with the session. */
  get signedIn(): Caller<SessionPrincipal> {
    if (!this.operator) throw new Error('the page has no operator');
    return this.operator;
  }

  /** The session of the same. */
  get session(): SessionPrincipal {
    return this.signedIn.principal;
  }

  /** The path and the parameters of a page that can be opened again; the home page after a form. */
  get address(): string {
    return this.request.method === 'GET' ? this.request.url : CONSOLE_ROOT;
  }

  /** The same with places where each visit has a text of its own, for a page that is kept. */
  get placed(): Visit {
    return Object.create(this, {
      address: { value: placeOf('address') },
      links: { value: Links.placed },
    }) as Visit;
  }

  /** The path of the page without that of the console, and without parameters. */
  get page(): string {
    return this.request.path.slice(CONSOLE_ROOT.length + 1);
  }
}

export function visitOf(request: ConsoleRequest): Visit {
  request.visit ??= new Visit(request);
  return request.visit;
}

/** The present request, as an argument of a handler. */
export const CurrentVisit = createParamDecorator((_: unknown, context: ExecutionContext) =>
  visitOf(context.switchToHttp().getRequest<ConsoleRequest>()),
);

/** The same as it came. */
export const CurrentConsoleRequest = createParamDecorator((_: unknown, context: ExecutionContext) =>
  context.switchToHttp().getRequest<ConsoleRequest>(),
);

/** That of the operator, else of this browser, else of the shop. Before the sign-in nothing is read, so the browser alone decides. */
function languageFor(request: ConsoleRequest, kept: string | undefined): Language {
  const session = request.operator?.principal;
  const chosen = session?.ownLanguage ?? (Locale.isLanguage(kept) ? kept : undefined);
  return chosen ?? session?.conventions.language ?? acceptedLanguage(request);
}

function acceptedLanguage(request: ConsoleRequest): Language {
  const accepted = request.acceptsLanguages([...Locale.languages()]);
  return Locale.isLanguage(accepted) ? accepted : SOURCE;
}
