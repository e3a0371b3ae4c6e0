import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { LOCALHOST_CERTIFICATE, LOCALHOST_KEY } from './localhost-certificate.js';
import { until } from './until.js';

/** A mail as it arrived. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** By name in lower case; unfolded. */
  readonly headers: ReadonlyMap<string, string>;
  /** Decoded. */
  readonly text: string;
  readonly raw: string;
  readonly isEncrypted: boolean;
  /** The user that has signed in. */
  readonly user: string | undefined;
}

/** A real SMTP server on loopback. */
export class MailReceiver {
  private constructor(
    private readonly server: SMTPServer,
    readonly received: readonly ReceivedMail[],
  ) {}

  /** By default without encryption and sign-in. STARTTLS has a certificate for localhost. */
  static async start(options: SMTPServerOptions = {}): Promise<MailReceiver> {
    const mails: ReceivedMail[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      key: LOCALHOST_KEY,
      cert: LOCALHOST_CERTIFICATE,
      onData: (stream, { envelope, secure, user }, done) => {
        void buffer(stream).then((bytes) => {
          const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
          const to = envelope.rcptTo.map(({ address }) => address);
          mails.push({
            from,
            to,
            isEncrypted: secure,
            user: user as string | undefined,
            ...partsOf(bytes.toString()),
          });
          done();
        });
      },
      ...options,
    });
    // What a client does wrong is no failure of the test.
    server.on('error', () => undefined);
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    return new MailReceiver(server, mails);
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  /** Waits until so many mails have arrived for the address. @returns all that have */
  arrived(address: string, count: number): Promise<ReceivedMail[]> {
    return until(() => {
      const found = this.received.filter(({ to }) => to.includes(address));
      return found.length >= count && found;
    });
  }

  async close(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.server.close(() => {
      resolve(undefined);
    });
    await promise;
  }
}

function partsOf(raw: string): Pick<ReceivedMail, 'headers' | 'text' | 'raw'> {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  const encoding = headers.get('content-transfer-encoding') ?? '7bit';
  return { headers, text: decoded(raw.slice(end + 4), encoding).replaceAll('\r\n', '\n'), raw };
}

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
