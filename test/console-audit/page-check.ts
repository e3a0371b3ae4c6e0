import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { IsolatedWorld } from './isolated-world.js';
import { OVERFLOW } from './overflow.js';

export const FAULT_KINDS = ['answer', 'accessibility', 'policy', 'script', 'overflow'] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

/** What is wrong with a page. */
export interface PageFault {
  readonly kind: FaultKind;
  readonly text: string;
}

const HEIGHT_PX = 900;
const AXE = await readFile(fileURLToPath(import.meta.resolve('axe-core')), 'utf8');
/** Without it axe would fetch style sheets, which a content security policy may refuse. */
const RUN_AXE = 'axe.run(document, { preload: false, resultTypes: ["violations"] })';
const POLICY_PREFIX = 'policy violation:';
/** Says in the console which rule was violated; also of a policy that only reports. */
const TELL_VIOLATIONS = `addEventListener('securitypolicyviolation', (event) => {
  console.error('${POLICY_PREFIX}', event.effectiveDirective, event.blockedURI, event.sample);
});`;
/** The browser says so itself, in other words, of what TELL_VIOLATIONS tells. */
const TOLD_TWICE = /Content Security Policy|TrustedHTML|TrustedScript/;

/** What a page says of itself while it is used. To be called before it is opened. */
export async function watchedFaults(page: Page): Promise<readonly PageFault[]> {
  const faults: PageFault[] = [];
  await page.addInitScript(TELL_VIOLATIONS);
  page.on('pageerror', ({ message }) => faults.push({ kind: 'script', text: message }));
  page.on('console', (message) => {
    const [text, url] = [message.text(), message.location().url];
    // A page that is an error on purpose is told as a resource that failed, too.
    if (message.type() !== 'error' || url === page.url()) return;
    if (text.startsWith(POLICY_PREFIX)) faults.push({ kind: 'policy', text });
    else if (!TOLD_TWICE.test(text)) faults.push({ kind: 'script', text: `${text} ${url}` });
  });
  return faults;
}

/** Looks at the page in one width. */
export async function faultsAt(page: Page, widthPx: number): Promise<PageFault[]> {
  await page.setViewportSize({ width: widthPx, height: HEIGHT_PX });
  const world = await IsolatedWorld.of(page);
  const overflow = await world.evaluate<string | null>(OVERFLOW);
  await world.evaluate(`${AXE}; undefined`);
  const { violations } = await world.evaluate<AxeResults>(RUN_AXE);
  return [
    ...violations.map(({ id, help, nodes }): PageFault => {
      const where = nodes.slice(0, 3).map(({ target }) => target.join(' '));
      const first = nodes[0]?.any[0]?.message ?? '';
      return { kind: 'accessibility', text: `${id}: ${help}: ${where.join(' | ')} (${first})` };
    }),
    ...(overflow === null ? [] : [{ kind: 'overflow', text: overflow } as const]),
  ];
}
