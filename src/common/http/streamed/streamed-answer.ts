/**
 * An answer of any size, whose parts are made one after the other, each when the client has taken the one before. So
 * whatever makes a part must hold nothing until the next one: a client may take hours, or never go on.
 * @typeParam Part a text, or bytes as they are
 */
export class StreamedAnswer<Part extends string | Buffer = string> {
  constructor(
    readonly contentType: string,
    /** What fails in the first part is answered by the error filter; later, the connection is cut. */
    readonly parts: () => AsyncGenerator<Part> | Generator<Part>,
  ) {}
}
