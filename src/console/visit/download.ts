import type { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';

/** A file that the browser keeps, as the answer of a handler. */
export class Download {
  /** @param name of the file: letters, digits, dots and hyphens. */
  constructor(
    readonly name: string,
    readonly file: StreamedAnswer<string | Buffer>,
  ) {}
}
