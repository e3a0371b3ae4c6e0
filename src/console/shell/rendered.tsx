import type { Response } from 'express';
import { shopName } from '../../catalog/branding/branding.js';
import { PageAnswer } from '../../common/http/page-answer.js';
import { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { renderDocument } from '../../pages/document.js';
import { KeptDocuments } from '../../pages/kept-documents.js';
import { Layout, type Frame } from '../shell/layout.js';
import type { Download } from '../visit/download.js';
import type { KeptPage, Page } from '../visit/page.js';
import { stylesOf } from '../branding/styles.js';
import { FILE_HEADERS, PAGE_HEADERS } from './page-headers.js';
import type { SeeOther } from '../visit/see-other.js';
import type { Visit } from '../visit/visit.js';

const KEPT = new KeptDocuments();

/** The answer that shows a page. */
export function renderedPage(visit: Visit, page: Page, frame: Frame): PageAnswer {
  const { status = 200, refreshSeconds, kept } = page;
  const refresh = refreshSeconds !== undefined && { Refresh: refreshSeconds };
  const bytes =
    kept && !visit.operator
      ? keptPage(visit, page, kept, frame)
      : Buffer.from(htmlOf(visit, page, frame));
  return new PageAnswer(status, { ...PAGE_HEADERS, ...refresh }, bytes);
}

function keptPage(
  visit: Visit,
  page: Page,
  { variant, texts }: KeptPage,
  { branding }: Frame,
): Buffer {
  const { language, theme, links, address } = visit;
  const key = JSON.stringify([language, theme, page.title, variant, branding]);
  const frame = { branding, closed: undefined, refusal: undefined };
  return KEPT.bytesOf(key, { ...texts, ...links.texts, address }, () =>
    htmlOf(visit.placed, page, frame),
  );
}

function htmlOf(visit: Visit, page: Page, frame: Frame): string {
  return renderDocument({
    page: visit,
    title: `${page.title} · ${shopName(frame.branding)}`,
    theme: visit.theme,
    styles: stylesOf(visit.links, frame.branding),
    icon: visit.links.to('assets/icon.svg'),
    script: visit.links.to('assets/console.js'),
    children: <Layout visit={visit} page={page} frame={frame} />,
  });
}

/** The answer that sends the browser to another page. */
export function redirection(visit: Visit, { page, parameters }: SeeOther): PageAnswer {
  const Location = visit.links.to(page, parameters);
  return new PageAnswer(303, { ...PAGE_HEADERS, Location }, Buffer.alloc(0));
}

/** The answer that is kept as a file. */
export function downloaded(
  response: Response,
  { name, file }: Download,
): StreamedAnswer<string | Buffer> {
  response.set({ ...FILE_HEADERS, 'Content-Disposition': `attachment; filename="${name}"` });
  return file.contentType.startsWith('text/csv') ? marked(file) : file;
}

/** Without the mark, Excel takes a CSV for an older encoding, and shows Arabic as other letters. Our own imports read it. */
const BYTE_ORDER_MARK = '\ufeff';

/** The same file with the mark of UTF-8 in its first part. */
function marked({ contentType, parts }: Download['file']): StreamedAnswer {
  return new StreamedAnswer(contentType, async function* () {
    let mark = BYTE_ORDER_MARK;
    for await (const part of parts()) {
      yield mark + part.toString();
      mark = '';
    }
  });
}
