/** The parts of busboy that are used; the package has no types. */
declare module 'busboy' {
  import type { Readable, Writable } from 'node:stream';

  type Limit = 'fieldNameSize' | 'fieldSize' | 'fields' | 'files' | 'parts' | 'fileSize';

  interface Settings {
    readonly headers: NodeJS.Dict<string | string[]>;
    /** Of a file that has more bytes than `fileSize` the rest is left out. */
    readonly limits?: Readonly<Partial<Record<Limit, number>>>;
    /** The charset of file names; Latin-1 if left out, while browsers send UTF-8. */
    readonly defParamCharset?: string;
  }

  interface FileInfo {
    /** Undefined if no file was chosen. */
    readonly filename: string | undefined;
  }

  interface Parser extends Writable {
    on(event: 'field', listener: (name: string, value: string) => void): this;
    on(event: 'file', listener: (name: string, file: Readable, info: FileInfo) => void): this;
    on(event: 'error', listener: (error: Error) => void): this;
    on(event: 'close', listener: () => void): this;
  }

  /** @throws Error for headers of no form */
  function busboy(settings: Settings): Parser;
  export = busboy;
}
