/** The page of uploads. */
export const IMPORTS = '/console/catalog/imports';

const BOUNDARY = 'a-boundary-of-our-own';

/** What is sent with a file. */
export interface Sent {
  readonly name?: string;
  readonly fields?: Readonly<Record<string, string>>;
}

/** The form of an upload. */
export function multipart(content: string, { name = 'list.csv', fields = {} }: Sent = {}): string {
  const parts = Object.entries(fields).map(
    ([field, value]) => `Content-Disposition: form-data; name="${field}"\r\n\r\n${value}`,
  );
  const disposition = `Content-Disposition: form-data; name="file"; filename="${name}"`;
  const file = `${disposition}\r\nContent-Type: application/octet-stream\r\n\r\n${content}`;
  const all = [...parts, file].map((part) => `--${BOUNDARY}\r\n${part}\r\n`);
  return `${all.join('')}--${BOUNDARY}--\r\n`;
}

/** The headers of the form. */
export const FORM = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
