/** Bytes of one connection that contain a complete second request, which no server may take for a request. */
export interface SmugglingForm {
  readonly name: string;
  /** Lines between the request's own headers and the empty line, each with its own end. */
  readonly framing: string;
  readonly body: string;
  /** The request line and headers, where the form changes them. */
  readonly start?: (start: string) => string;
  /** The message never ends, so the connection is closed after it. */
  readonly unfinished?: true;
}

const LAST_CHUNK = '0\r\n\r\n';

/** @param hidden the bytes of a whole request. @returns forms each of which some server or proxy reads in two ways. */
export function smugglingForms(hidden: string): SmugglingForm[] {
  return [
    ...conflicts(hidden),
    ...lengths(hidden),
    ...codings(hidden),
    ...chunks(hidden),
    ...messages(hidden),
  ];
}

/** Content-Length beside Transfer-Encoding, or twice. */
function conflicts(hidden: string): SmugglingForm[] {
  const body = LAST_CHUNK + hidden;
  const [all, none] = [`Content-Length: ${body.length}\r\n`, 'Content-Length: 0\r\n'];
  const chunked = 'Transfer-Encoding: chunked\r\n';
  const head = `${hexOf(hidden)}\r\n`;
  return [
    { name: 'length, then chunked', framing: all + chunked, body },
    { name: 'chunked, then length', framing: chunked + all, body },
    {
      name: 'length of the chunk head, then chunked',
      framing: `Content-Length: ${head.length}\r\n${chunked}`,
      body: `${head}${hidden}\r\n${LAST_CHUNK}`,
    },
    { name: 'length 0 and chunked', framing: none + chunked, body },
    { name: 'two lengths, the small one first', framing: none + all, body },
    { name: 'two lengths, the small one last', framing: all + none, body },
    { name: 'two equal lengths', framing: all + all, body },
    {
      name: 'a list of equal lengths',
      framing: lengthLine(`${body.length}, ${body.length}`),
      body,
    },
    { name: 'a list of lengths', framing: lengthLine(`0, ${body.length}`), body },
    {
      name: 'a length that the connection is to drop',
      framing: `Connection: Content-Length\r\n${all}`,
      body,
    },
  ];
}

/** Content-Length in spellings that are read in several ways. */
function lengths(hidden: string): SmugglingForm[] {
  const size = hidden.length;
  const writings: readonly (readonly [string, string])[] = [
    ['with a plus', `+${size}`],
    ['negative', '-1'],
    ['in hexadecimal', `0x${size.toString(16)}`],
    ['with a space in it', `0 ${size}`],
    ['with leading zeros', `0000${size}`],
    ['with a parameter', `0;${size}`],
    ['empty', ''],
    ['with an exponent', `${size}e0`],
    ['above 2^64', String(2n ** 64n)],
    ['with a fraction', `${size}.0`],
    ['behind a tab', `\t${size}`],
  ];
  return [
    ...writings.map(([how, text]) => ({
      name: `a length ${how}`,
      framing: lengthLine(text),
      body: hidden,
    })),
    { name: 'a space before the colon', framing: `Content-Length : ${size}\r\n`, body: hidden },
  ];
}

/** Transfer-Encoding in spellings that only some programs take for chunked. */
function codings(hidden: string): SmugglingForm[] {
  const body = LAST_CHUNK + hidden;
  const length = lengthLine(String(body.length));
  const writings: readonly (readonly [string, string])[] = [
    ['an unknown coding', 'Transfer-Encoding: xchunked\r\n'],
    ['a space before the colon', 'Transfer-Encoding : chunked\r\n'],
    ['a tab', 'Transfer-Encoding:\tchunked\r\n'],
    ['chunked twice', 'Transfer-Encoding: chunked, chunked\r\n'],
    ['chunked not last', 'Transfer-Encoding: chunked, identity\r\n'],
    ['two lines', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n'],
    ['capitals', 'TRANSFER-ENCODING: CHUNKED\r\n'],
    ['a comma behind', 'Transfer-Encoding: chunked,\r\n'],
    ['quotes', 'Transfer-Encoding: "chunked"\r\n'],
    ['a vertical tab', 'Transfer-Encoding: \vchunked\r\n'],
    ['a folded line', 'Transfer-Encoding:\r\n chunked\r\n'],
    ['a line that is folded into the one before', 'X-Other: 1\r\n Transfer-Encoding: chunked\r\n'],
    ['a bare line feed', 'X-Other: 1\nTransfer-Encoding: chunked\r\n'],
    ['a bare carriage return', 'X-Other: 1\rTransfer-Encoding: chunked\r\n'],
    ['NUL', 'Transfer-Encoding: chunked\0\r\n'],
  ];
  return writings.map(([how, line]) => ({
    name: `coding: ${how}`,
    framing: line + length,
    body,
  }));
}

/** Chunks whose end is ambiguous. */
function chunks(hidden: string): SmugglingForm[] {
  const framing = 'Transfer-Encoding: chunked\r\n';
  const hex = hexOf(hidden);
  const whole = `${hidden}\r\n${LAST_CHUNK}`;
  return [
    { name: 'a chunk size with 0x', framing, body: `0x${hex}\r\n${whole}` },
    { name: 'a chunk extension with a line feed', framing, body: `${hex};a=b\n${whole}` },
    { name: 'a chunk extension', framing, body: `${hex};a="b"\r\n${whole}` },
    { name: 'a chunk size above 2^64', framing, body: `1${'0'.repeat(16)}\r\n\r\n${hidden}` },
    { name: 'a negative chunk size', framing, body: `-1\r\n${whole}` },
    {
      name: 'a chunk that is longer than its size',
      framing,
      body: `1\r\nab${LAST_CHUNK}${hidden}`,
    },
    { name: 'a trailer that is a request', framing, body: `0\r\n${hidden}` },
  ];
}

/** Odd request lines, versions and headers, with a second request for a body. */
function messages(hidden: string): SmugglingForm[] {
  const length = lengthLine(String(hidden.length));
  const plain = { framing: length, body: hidden };
  const chunked = 'Transfer-Encoding: chunked\r\n';
  const version = (text: string) => (start: string) => start.replace('HTTP/1.1', text);
  const lines = (text: string): Omit<SmugglingForm, 'name'> => ({
    ...plain,
    framing: text + length,
  });
  return [
    { name: 'a body that is a request', ...plain },
    {
      name: 'another host in the request line',
      ...plain,
      start: (start) => start.replace(' /', ' http://other.example/'),
    },
    {
      name: 'HTTP/1.0 that keeps alive',
      ...lines('Connection: keep-alive\r\n'),
      start: version('HTTP/1.0'),
    },
    {
      name: 'HTTP/1.0 in chunks',
      framing: chunked + lengthLine('5'),
      body: LAST_CHUNK + hidden,
      start: version('HTTP/1.0'),
    },
    { name: 'HTTP/0.9', ...plain, start: (start) => start.replace(' HTTP/1.1', '') },
    { name: 'an upgrade', ...lines('Connection: Upgrade\r\nUpgrade: websocket\r\n') },
    { name: 'an upgrade to HTTP/2', ...lines('Connection: Upgrade\r\nUpgrade: h2c\r\n') },
    { name: 'a wait for 100', ...lines('Expect: 100-continue\r\n') },
    { name: 'an odd Expect', ...lines('Expect: 7\r\n') },
    { name: 'NUL in a header', ...lines('X-Other: a\0b\r\n') },
    {
      name: 'a length that never comes',
      framing: lengthLine('9999'),
      body: hidden,
      unfinished: true,
    },
    {
      name: 'a chunk that never comes',
      framing: chunked,
      body: `fff\r\n${hidden}`,
      unfinished: true,
    },
  ];
}

function lengthLine(text: string): string {
  return `Content-Length: ${text}\r\n`;
}

function hexOf(text: string): string {
  return text.length.toString(16);
}
