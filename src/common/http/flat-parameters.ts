import { BadParameterError } from '../app-error.js';
import { isStorableText } from '../text.js';
import { isCredentialName } from './credential-names.js';

/** At most this many parameters in one request. */
export const PARAMETER_LIMIT = 100;

/** One `name=value` as the caller sent it. */
export type Parameter = readonly [name: string, value: string];

/**
 * The parameters of a request as a flat list: `qty[]=1` is a parameter named `qty[]`, `__proto__[x]` is only a
 * strange name, and a repeated key stays two entries. Credentials are dropped on the way in.
 */
export class FlatParameters {
  private readonly parameters: readonly Parameter[];

  constructor(parameters: readonly Parameter[]) {
    if (parameters.length > PARAMETER_LIMIT) {
      throw new BadParameterError(`At most ${PARAMETER_LIMIT} parameters are allowed`);
    }
    for (const [name, value] of parameters) {
      if (!isStorableText(name) || !isStorableText(value)) {
        throw new BadParameterError(`Malformed parameter: ${printable(name)}`);
      }
    }
    this.parameters = parameters.filter(([name]) => !isCredentialName(name));
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
    return new FlatParameters([...this.parameters, ...more.parameters]);
  }
}

/**
 * Parses the text behind the `?` of a URL, or a form body.
 * @throws BadParameterError (114) on bad percent-encoding, NUL, or too many parameters.
 */
export function parseFlatParameters(text: string): FlatParameters {
  const parts = text.split('&').filter((part) => part !== '');
  // Counted before decoding: 30,000 tiny parameters must not cost 30,000 decodings.
  if (parts.length > PARAMETER_LIMIT) {
    throw new BadParameterError(`At most ${PARAMETER_LIMIT} parameters are allowed`);
  }
  return new FlatParameters(parts.map(parseParameter));
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
    throw new BadParameterError(`Malformed parameter: ${printable(name)}`);
  }
}

/** A caller's text shortened and cleaned for an error message. */
function printable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '').slice(0, 100);
}
