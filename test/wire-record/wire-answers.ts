import type { RawAnswer } from '../support/http-client.js';
import type { WireAnswer } from './stable-answer.js';

const END_OF_HEAD = '\r\n\r\n';

/** The recorded parts of an answer. */
export function wireAnswer({ statusLine, rawHeaders, body }: RawAnswer): WireAnswer {
  return { statusLine, headers: pairs(rawHeaders), body };
}

/**
 * Splits the bytes of a connection into answers. Each has a length, or no body.
 * @param text all that was received, a character for each byte.
 */
export function answersIn(text: string): WireAnswer[] {
  if (text === '') return [];
  const end = text.indexOf(END_OF_HEAD);
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n');
  if (end < 0 || !statusLine.startsWith('HTTP/1.1 ')) {
    throw new Error(`no HTTP answer: ${text.slice(0, 80)}`);
  }
  const headers = pairs(lines.flatMap((line) => line.split(/: (.*)/s).slice(0, 2)));
  const length = headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1] ?? '0';
  const start = end + END_OF_HEAD.length;
  const next = start + Number(length);
  const answer = { statusLine, headers, body: Buffer.from(text.slice(start, next), 'latin1') };
  return [answer, ...answersIn(text.slice(next))];
}

/** @param texts names and values in turn */
function pairs(texts: readonly string[]): [string, string][] {
  return texts.flatMap((name, index) =>
    index % 2 === 0 ? [[name, texts[index + 1] ?? ''] satisfies [string, string]] : [],
  );
}
