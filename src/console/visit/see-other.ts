/** Sends the browser to another page, as the answer of a handler. */
export class SeeOther {
  /**
   * @param page below the home page of the console, such as `orders/ID_1`; empty for the home page.
   * @param parameters `done` names what was done, for the page to say so.
   */
  constructor(
    readonly page: string,
    readonly parameters: Readonly<Record<string, string | undefined>> = {},
  ) {}
}

/** The same, where something stands in the way of a request. */
export class SeeOtherError extends Error {
  override readonly name = 'SeeOtherError';

  constructor(readonly answer: SeeOther) {
    super('another page answers this');
  }
}
