import type { CDPSession, Page } from 'playwright-core';

/**
 * A place for scripts of ours that see the elements of a page, but none of its scripts and no content security policy, so
 * that looking at a page violates nothing.
 */
export class IsolatedWorld {
  private constructor(
    private readonly session: CDPSession,
    private readonly contextId: number,
  ) {}

  /** In the page as it is now; another document needs another one. */
  static async of(page: Page): Promise<IsolatedWorld> {
    const session = await page.context().newCDPSession(page);
    const { frameTree } = await session.send('Page.getFrameTree');
    const { executionContextId } = await session.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
    });
    return new IsolatedWorld(session, executionContextId);
  }

  /** The value of an expression, or of its promise, as JSON. @throws Error of the expression */
  async evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await this.session.send('Runtime.evaluate', {
      expression,
      contextId: this.contextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) {
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    }
    return result.value as T;
  }
}
