import { connect, type Socket } from 'node:net';
import { withinTime } from '../../common/time-limit.js';
import { endpoint } from '../../outgoing/endpoint.js';
import { pinnedTo, type SsrfGuard } from '../../outgoing/ssrf-guard.js';
import type { MailSecurity } from './mail-server.entity.js';

/** A server, and how it is used. */
export interface MailRoute {
  readonly host: string;
  readonly port: number;
  readonly security: MailSecurity;
  readonly username: string;
  readonly password: string;
}

/** A plain text, from one address to one address. */
export interface Mail {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The server did not take the mail. The message says why, without addresses. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
}

const TIMEOUT_MS = 20_000;
const MAX_REASON_CHARACTERS = 300;

/** Sends mails by SMTP to servers that the guard allows, over one connection each. */
export class MailClient {
  /** @param timeoutMs for the whole attempt */
  constructor(
    private readonly guard: SsrfGuard,
    private readonly timeoutMs = TIMEOUT_MS,
  ) {}

  /** @throws MailRefusedError */
  async send(route: MailRoute, { id, ...mail }: Mail): Promise<void> {
    // Loaded when the first mail is sent, since most processes send none.
    const { createTransport } = await import('nodemailer');
    const limit = new AbortController();
    const transport = createTransport({
      ...optionsOf(route),
      getSocket: this.opener(route, limit),
    });
    const [, domain = 'localhost'] = mail.from.split('@');
    const sent = transport.sendMail({
      ...mail,
      // The same at every attempt, so that a mail server can recognize a repeated message.
      messageId: `<${id}@${domain}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    const late = `no answer within ${this.timeoutMs / 1000} seconds`;
    try {
      await withinTime(sent, this.timeoutMs, late, limit);
    } catch (error) {
      throw new MailRefusedError(reasonOf(error), { cause: error });
    } finally {
      transport.close();
    }
  }

  /** Opens a connection that is closed at the time limit, also while the server sends something now and then. */
  private opener({ host, port }: MailRoute, { signal }: AbortController) {
    return (_: unknown, done: SocketOpened): void => {
      const open = async (): Promise<void> => {
        const addresses = await this.guard.addressesOf(endpoint(host, port));
        const socket = connect({ host, port, signal, lookup: pinnedTo(addresses) });
        // Below TLS nobody else listens to the error of the time limit, which would then end the process.
        socket.on('error', () => undefined);
        socket.once('error', done);
        socket.once('connect', () => {
          socket.off('error', done);
          done(null, { connection: socket });
        });
      };
      open().catch(done);
    };
  }
}

type SocketOpened = (error: Error | null, socket?: { connection: Socket }) => void;

function optionsOf({ host, port, security, username, password }: MailRoute) {
  return {
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(username !== '' && { auth: { user: username, pass: password } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Answers of servers repeat addresses, and may be long or hold control characters. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message
    .toWellFormed()
    .replace(/[\p{Cc} ]+/gu, ' ')
    .slice(0, MAX_REASON_CHARACTERS)
    .split(/([\s<>])/)
    .map((part) => (part.includes('@') ? '***' : part))
    .join('')
    .trim();
}
