import { BadParameterError } from '../../app-error.js';
import { isStorableText } from '../../text.js';
import { isCredentialName } from './credential-names.js';

/** At most this many parameters in one request. */
export const PARAMETER_LIMIT = 100;

/** Stands for a value that cannot be read: the sign that decoders put in place of broken bytes. */
export const UNREADABLE = '\uFFFD';

/** One `name=value` as the caller sent it. */
export type Parameter = readonly [name: string, value: string];

/**
 * The parameters of a request as a flat list: `qty[]=1` is a parameter named `qty[]`, `__proto__[x]` is only a
 * strange name, and a repeated key stays two entries. Credentials are dropped on the way in.
 *
 * What cannot be read is remembered as the fault, because newOrder looks its order_uuid up before it refuses
 * anything else. A value that cannot be read stands there as UNREADABLE, which no rule accepts: were it left out, a
 * broken quantity would count as none.
 */
export class FlatParameters {
  private readonly parameters: readonly Parameter[];

  constructor(
    parameters: readonly Parameter[],
    /** Why the request is malformed, as the message of its refusal; undefined when it is sound. */
    readonly fault?: string,
    /** False when a part of the request was not read at all, so that nobody knows what else it says. */
    readonly complete = true,
  ) {
    this.parameters = parameters.filter(([name]) => !isCredentialName(name));
  }

  /** @throws BadParameterError (114) when the request is malformed. */
  assertWellFormed(): void {
    if (this.fault !== undefined) throw new BadParameterError(this.fault);
  }

  /**
   * The value of a parameter that may stand once at most; undefined when it is absent.
   * @throws BadParameterError (114) when it is repeated.
   */
  single(name: string): string | undefined {
    const values = this.parameters.filter(([key]) => key === name);
    if (values.length > 1) throw new BadParameterError(`Parameter repeated: ${name}`);
    return values[0]?.[1];
  }

  /** All parameters but the named ones, in the order they were sent. */
  except(names: ReadonlySet<string>): readonly Parameter[] {
    return this.parameters.filter(([name]) => !names.has(name));
  }

  /** These parameters followed by others, as for a POST with both a query and a body. */
  and(more: FlatParameters): FlatParameters {
    return collectParameters(
      [...this.parameters, ...more.parameters].map((parameter) => () => parameter),
      this.fault ?? more.fault,
      this.complete && more.complete,
    );
  }
}

/** Parses the text behind the `?` of a URL, or a form body. */
export function parseFlatParameters(text: string): FlatParameters {
  const parts = text.split('&').filter((part) => part !== '');
  return collectParameters(parts.map((part) => () => parseParameter(part)));
}

/** Collects the parameters that can be read, and the first fault of those that cannot. */
export function collectParameters(
  readers: readonly (() => Parameter)[],
  earlierFault?: string,
  complete = true,
): FlatParameters {
  const sound: Parameter[] = [];
  let fault = earlierFault;
  if (readers.length > PARAMETER_LIMIT) {
    fault ??= `At most ${PARAMETER_LIMIT} parameters are allowed`;
  }
  // Those beyond the limit are not even decoded: 30,000 tiny parameters must stay cheap.
  for (const read of readers.slice(0, PARAMETER_LIMIT)) {
    try {
      sound.push(storable(read()));
    } catch (error) {
      if (!(error instanceof MalformedParameter)) throw error;
      fault ??= error.message;
      sound.push([error.parameter, UNREADABLE]);
    }
  }
  return new FlatParameters(sound, fault, complete && readers.length <= PARAMETER_LIMIT);
}

function parseParameter(part: string): Parameter {
  const equals = part.indexOf('=');
  const name = equals < 0 ? part : part.slice(0, equals);
  const value = equals < 0 ? '' : part.slice(equals + 1);
  return [decode(name, name), decode(value, name)];
}

function decode(text: string, name: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    // Invalid percent-encoding, or bytes that are no UTF-8 (an encoded lone surrogate among them).
    throw new MalformedParameter(name);
  }
}

function storable(parameter: Parameter): Parameter {
  const [name, value] = parameter;
  if (isStorableText(name) && isStorableText(value)) return parameter;
  throw new MalformedParameter(name);
}

/** A parameter whose value cannot be read, under the caller's own name for it, shortened and cleaned. */
export class MalformedParameter extends Error {
  readonly parameter: string;

  constructor(name: string) {
    const parameter = name.toWellFormed().replaceAll('\0', '').slice(0, 100);
    super(`Malformed parameter: ${parameter}`);
    this.parameter = parameter;
  }
}
