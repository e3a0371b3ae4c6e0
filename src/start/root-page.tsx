import type { NextFunction, Request, Response } from 'express';
import { shopName, type Branding } from '../catalog/branding/branding.js';
import type { ShopBranding } from '../catalog/branding/shop-branding.service.js';
import { isReading } from '../common/http/souk-request.js';
import { sendPage, PageAnswer } from '../common/http/page-answer.js';
import { CONSOLE_ROOT } from '../console/visit/console-paths.js';
import { stylesOf } from '../console/branding/styles.js';
import { PAGE_HEADERS } from '../console/shell/page-headers.js';
import { Formats } from '../pages/formats.js';
import { SOURCE, type Language } from '../locales/language.js';
import { Locale } from '../locales/locale.js';
import { Links } from '../pages/links.js';
import { Code } from '../pages/values.js';
import { renderDocument } from '../pages/document.js';
import { KeptDocuments } from '../pages/kept-documents.js';

const KEPT = new KeptDocuments();

/** In place of a token: the page never takes one. */
const PLACEHOLDER = 'YOUR_TOKEN';

type Middleware = (request: Request, response: Response, next: NextFunction) => unknown;

/**
 * Express middleware that shows a page at `/` to browsers; to programs there is nothing, as before.
 * @param baseUrl where resellers reach the shop
 */
export function rootPage(baseUrl: string, shop: Pick<ShopBranding, 'current'>): Middleware {
  return async (request, response, next) => {
    // Whoever takes anything gets what programs get.
    const wantsPage = request.accepts(['json', 'html']) === 'html';
    if (request.path !== '/' || !isReading(request) || !wantsPage) {
      next();
      return;
    }
    const accepted = request.acceptsLanguages([...Locale.languages()]);
    response.vary('Accept');
    response.vary('Accept-Language');
    const language = Locale.isLanguage(accepted) ? accepted : SOURCE;
    const branding = await shop.current();
    const key = JSON.stringify([language, branding]);
    const bytes = KEPT.bytesOf(key, {}, () => rendered(language, baseUrl, branding));
    sendPage(response, new PageAnswer(200, PAGE_HEADERS, bytes));
  };
}

function rendered(language: Language, baseUrl: string, branding: Branding): string {
  const words = Locale.of(language).group('root');
  // Relative addresses of the home page are the same from here.
  const links = new Links(CONSOLE_ROOT, CONSOLE_ROOT);
  const page = { language, links, formats: Formats.of(language), query: new URLSearchParams() };
  const api = `${baseUrl.replace(/\/$/, '')}/client/api`;
  return renderDocument({
    page,
    title: shopName(branding),
    theme: undefined,
    styles: stylesOf(links, branding),
    icon: links.to('assets/icon.svg'),
    children: (
      <main id="content" class="welcome">
        {branding.logo !== null && (
          <img src={links.to(`..${branding.logo}`)} alt="" class="logo large" />
        )}
        <h1>
          <bdi>{shopName(branding)}</bdi>
        </h1>
        <p class="lead">{words.intro}</p>
        <section class="card">
          <h2>{words.api}</h2>
          <p>
            <Code>{api}</Code>
          </p>
          <h2>{words.firstRequest}</h2>
          <p>{words.tokenHint}</p>
          <pre dir="ltr">
            <code>{`curl -H 'api-token: ${PLACEHOLDER}' ${api}/profile`}</code>
          </pre>
          <p>
            <a class="button" href="docs">
              {words.docs}
            </a>
          </p>
        </section>
        <p>
          <a href={links.home}>{words.console}</a>
        </p>
      </main>
    ),
  });
}
