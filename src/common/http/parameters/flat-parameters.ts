import { BadParameterError } from '../../app-error.js';
import { isStorableText } from '../../text.js';
import { isCredentialName } from './credential-names.js';

/** Most parameters of one request. */
export const MAX_PARAMETERS = 100;

/** Replaces a value that cannot be decoded: the Unicode replacement character. */
export const UNREADABLE = '\uFFFD';

/** One decoded `name=value`. */
export type Parameter = readonly [name: string, value: string];

/**
 * The parameters of a request as a flat list: `qty[]=1` is a parameter named `qty[]`, `__proto__[x]` is an ordinary
 * name, and a repeated name is two entries. Credentials are removed.
 *
 * A malformed request does not throw here but sets `fault`, because newOrder looks up its order_uuid before it refuses
 * anything else. A value that cannot be decoded is replaced by UNREADABLE, which no check accepts: if it were left out,
 * an order with a malformed quantity would count as one without a quantity.
 */
export class FlatParameters {
  private readonly parameters: readonly Parameter[];

  constructor(
    parameters: readonly Parameter[],
    /** Why the request is malformed, as the message of its refusal; undefined when it is well-formed. */
    readonly fault?: string,
    /** False when a part of the request was not read, so that further parameters may be missing. */
    readonly complete = true,
  ) {
    this.parameters = parameters.filter(([name]) => !isCredentialName(name));
  }

  /** @throws BadParameterError (114) when the request is malformed. */
  assertWellFormed(): void {
    if (this.fault !== undefined) throw new BadParameterError(this.fault);
  }

  /**
   * The value of a parameter that must not be repeated; undefined when it is absent.
   * @throws BadParameterError (114) when it is repeated.
   */
  single(name: string): string | undefined {
    const values = this.parameters.filter(([key]) => key === name);
    if (values.length > 1) throw new BadParameterError(`Parameter repeated: ${name}`);
    return values[0]?.[1];
  }

  /** The values of all parameters with such a name, in the order in which they were sent. */
  valuesOf(name: RegExp): string[] {
    return this.parameters.filter(([key]) => name.test(key)).map(([, value]) => value);
  }

  /** The first value of a parameter, which may be repeated. */
  first(name: string): string | undefined {
    return this.parameters.find(([key]) => key === name)?.[1];
  }

  /** All parameters without the named ones, in the order in which they were sent. */
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

/** Parses the query of a URL, or a form body. */
export function parseFlatParameters(text: string): FlatParameters {
  const parts = text.split('&').filter((part) => part !== '');
  return collectParameters(parts.map((part) => () => parseParameter(part)));
}

/** Collects the parameters, and the first fault of those that cannot be decoded. */
export function collectParameters(
  readers: readonly (() => Parameter)[],
  earlierFault?: string,
  complete = true,
): FlatParameters {
  const parameters: Parameter[] = [];
  let fault = earlierFault;
  if (readers.length > MAX_PARAMETERS) {
    fault ??= `At most ${MAX_PARAMETERS} parameters are allowed`;
  }
  // Those beyond the limit are not decoded: 30,000 tiny parameters must stay cheap.
  for (const read of readers.slice(0, MAX_PARAMETERS)) {
    try {
      parameters.push(storable(read()));
    } catch (error) {
      if (!(error instanceof MalformedParameter)) throw error;
      fault ??= error.message;
      parameters.push([error.parameter, UNREADABLE]);
    }
  }
  return new FlatParameters(parameters, fault, complete && readers.length <= MAX_PARAMETERS);
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
    // Invalid percent-encoding, or bytes that are no UTF-8, such as an encoded unpaired surrogate.
    throw new MalformedParameter(name);
  }
}

function storable(parameter: Parameter): Parameter {
  const [name, value] = parameter;
  if (isStorableText(name) && isStorableText(value)) return parameter;
  throw new MalformedParameter(name);
}

/** A parameter whose value cannot be decoded. Its message holds the caller's name for it, shortened and cleaned. */
export class MalformedParameter extends Error {
  readonly parameter: string;

  constructor(name: string) {
    const parameter = name.toWellFormed().replaceAll('\0', '').slice(0, 100);
    super(`Malformed parameter: ${parameter}`);
    this.parameter = parameter;
  }
}
