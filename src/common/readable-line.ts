/** The properties of a log line; all but the first two may be missing. */
interface LogLine {
  readonly level: number;
  readonly time: number;
  readonly msg?: string;
  readonly err?: { readonly stack?: string; readonly message?: string };
  readonly req?: LoggedRequest;
  readonly res?: { readonly statusCode: number; readonly errorCode?: number };
  readonly responseTime?: number;
}

interface LoggedRequest {
  readonly method: string;
  readonly url: string;
  readonly remoteAddress: string;
  readonly caller?: string | null;
  readonly accountId?: number;
  readonly orderUuid?: string;
}

/** Names of pino's levels. */
const LEVELS: Readonly<Record<number, string>> = {
  10: 'TRACE',
  20: 'DEBUG',
  30: 'INFO',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
};
const MAX_LEVEL_CHARACTERS = 5;

/** A JSON log line as a person reads it on a terminal: the time in UTC, the level, and what happened. */
export function readableLine(json: string): string {
  const {
    level,
    time,
    msg = '',
    err,
    req,
    res,
    responseTime,
    ...details
  } = JSON.parse(json) as LogLine;
  const clock = new Date(time).toISOString().slice(11, 19);
  const request = req && res ? requestText(req, res, responseTime, msg) : msg;
  const more = Object.entries(details).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
  const name = (LEVELS[level] ?? String(level)).padEnd(MAX_LEVEL_CHARACTERS);
  const stack = err
    ? (err.stack ?? err.message ?? '').split('\n').map((line) => `\n  ${shown(line)}`)
    : [];
  return `${shown(`${clock} ${name} ${request}${more.join('')}`)}${stack.join('')}\n`;
}

function requestText(
  { method, url, remoteAddress, caller, accountId, orderUuid }: LoggedRequest,
  { statusCode, errorCode }: NonNullable<LogLine['res']>,
  responseTime: number | undefined,
  msg: string,
): string {
  const code = errorCode === undefined ? '' : ` (${errorCode})`;
  const account = accountId === undefined ? '' : ` account ${accountId}`;
  const uuid = orderUuid === undefined || url.includes(orderUuid) ? '' : ` ${orderUuid}`;
  const end = msg === 'request completed' ? '' : ` ${msg}`;
  const from = caller ?? remoteAddress;
  return `${method} ${url} ${statusCode}${code} ${responseTime} ms${account} from ${from}${uuid}${end}`;
}

/** Without control characters, which a terminal would interpret. */
function shown(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ');
}
